; What electron-builder's installer does not do by itself (nsis.include): the tripkit: scheme, and the removal of its own copy.
; SHELL_CONTEXT is HKLM for all users, else HKCU.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "" "URL:Trip Kit Desktop"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" "" '"$appExe" "%1"'
!macroend

; Not in customUnInstall, which runs before the files are removed: if one of them is in use, the app stays, and keeps its scheme.
!macro customHeader
  !ifdef BUILD_UNINSTALLER
    Function un.onUninstSuccess
      ReadRegStr $R9 SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" ""
      ${if} $R9 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
        DeleteRegKey SHELL_CONTEXT "Software\Classes\tripkit"
      ${endif}
      ; The installer leaves a copy of itself for the next update, a hundred megabytes, and downloaded updates are beside it.
      ${ifNot} ${isUpdated}
        SetShellVarContext current
        ${GetParent} "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}" $R9
        RMDir /r "$R9"
      ${endif}
    FunctionEnd
  !endif
!macroend
