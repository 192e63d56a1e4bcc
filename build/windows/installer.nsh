; What electron-builder's installer does not do by itself (nsis.include): the tripkit: scheme. SHELL_CONTEXT is HKLM for
; all users, else HKCU.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "" "URL:Trip Kit Desktop"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customUnInstall
  ReadRegStr $R9 SHELL_CONTEXT "Software\Classes\tripkit\shell\open\command" ""
  ${if} $R9 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
    DeleteRegKey SHELL_CONTEXT "Software\Classes\tripkit"
  ${endif}
!macroend
