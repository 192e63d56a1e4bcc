; What electron-builder's installer does not do by itself (nsis.include): the tripkit: scheme, the folder of tripkit.cmd in the path, and
; the removal of its own copy. SHELL_CONTEXT is HKLM for all users, else HKCU.

; Takes FOLDER out of the path, and puts ADD ("" or the folder again) at its end. Other folders stay. A path that may be longer than
; NSIS can hold is left alone: written back it would be cut.
!macro setPath ROOT HANDLE KEY FOLDER ADD
  StrCpy $R9 ""
  StrCpy $R8 0
  ; REG_SZ or REG_EXPAND_SZ, as it is; the size in bytes alone. 2: there is none.
  System::Call 'advapi32::RegGetValueW(p ${HANDLE}, w "${KEY}", w "Path", i 0x10000006, p 0, p 0, *i .R8) i .R7'
  ${if} $R7 == 0
    ReadRegStr $R9 ${ROOT} "${KEY}" "Path"
  ${elseIf} $R7 == 2
    StrCpy $R7 0
    StrCpy $R8 0
  ${endIf}
  IntOp $R8 $R8 / 2
  IntOp $R8 $R8 + 300
  ${if} $R7 == 0
  ${andIf} $R8 < ${NSIS_MAX_STRLEN}
    StrCpy $R6 ""
    StrCpy $R5 $R9
    ${doUntil} $R9 == ""
      StrCpy $R8 0
      ${do}
        StrCpy $R7 $R9 1 $R8
        ${if} $R7 == ""
        ${orIf} $R7 == ";"
          ${exitDo}
        ${endIf}
        IntOp $R8 $R8 + 1
      ${loop}
      StrCpy $R7 $R9 $R8
      IntOp $R8 $R8 + 1
      StrCpy $R9 $R9 "" $R8
      ${if} $R7 != ""
      ${andIf} $R7 != "${FOLDER}"
        StrCpy $R6 "$R6;$R7"
      ${endIf}
    ${loop}
    ${if} "${ADD}" != ""
      StrCpy $R6 "$R6;${ADD}"
    ${endIf}
    StrCpy $R6 $R6 "" 1
    ${if} $R6 != $R5
      ${if} $R6 == ""
        DeleteRegValue ${ROOT} "${KEY}" "Path"
      ${else}
        WriteRegExpandStr ${ROOT} "${KEY}" "Path" $R6
      ${endIf}
      ; WM_SETTINGCHANGE: programs that start from now on have it.
      SendMessage 0xFFFF 0x001A 0 "STR:Environment" /TIMEOUT=5000
    ${endIf}
  ${endIf}
!macroend

!macro setCommandPath ADD
  ${if} $installMode == "all"
    !insertmacro setPath HKLM 0x80000002 "SYSTEM\CurrentControlSet\Control\Session Manager\Environment" "$INSTDIR\bin" "${ADD}"
  ${else}
    !insertmacro setPath HKCU 0x80000001 "Environment" "$INSTDIR\bin" "${ADD}"
  ${endIf}
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "" "URL:Trip Kit Desktop"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro setCommandPath "$INSTDIR\bin"
!macroend

; Not in customUnInstall, which runs before the files are removed: if one of them is in use, the app stays, and keeps its scheme and its path.
!macro customHeader
  !ifdef BUILD_UNINSTALLER
    Function un.onUninstSuccess
      ReadRegStr $R9 SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" ""
      ${if} $R9 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
        DeleteRegKey SHELL_CONTEXT "Software\Classes\tripkit"
      ${endif}
      !insertmacro setCommandPath ""
      ; The installer leaves a copy of itself for the next update, a hundred megabytes, and downloaded updates are beside it.
      ${ifNot} ${isUpdated}
        SetShellVarContext current
        ${GetParent} "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}" $R9
        RMDir /r "$R9"
      ${endif}
    FunctionEnd
  !endif
!macroend
