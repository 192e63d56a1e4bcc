; What electron-builder's installer does not do by itself (nsis.include): the tripkit: scheme, and the folder of the
; managed profile. SHELL_CONTEXT is HKLM for all users, else HKCU.

!include "${__FILEDIR__}\managed-folder.nsh"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "" "URL:Trip Kit Desktop"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" "" '"$appExe" "%1"'

  ${if} $installMode == "all"
    ; For all users $APPDATA is %ProgramData%.
    !insertmacro secureManagedFolder "$APPDATA\${MANAGED_FOLDER_NAME}" $R9
    ${if} $R9 != "ok"
      DetailPrint "$R9"
      MessageBox MB_OK|MB_ICONSTOP "$R9" /SD IDOK
      ; ERROR_ACCESS_DENIED, so that a silent installation is seen to have failed.
      SetErrorLevel 5
      Abort "$R9"
    ${endif}
  ${endif}
!macroend

!macro customUnInstall
  ; The folder of the managed profile belongs to IT and stays, like everything that people have on this computer.
  ReadRegStr $R9 SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" ""
  ${if} $R9 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
    DeleteRegKey SHELL_CONTEXT "Software\Classes\tripkit"
  ${endif}
!macroend
