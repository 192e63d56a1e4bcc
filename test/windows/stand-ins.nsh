; Stand-ins for electron-builder's plug-ins StdUtils and UAC, as far as our installer uses them (makensis.cjs). Wine's user is an
; administrator, so nothing is elevated.
!include FileFunc.nsh
!include LogicLib.nsh

!define StdUtils.GetAllParameters "!insertmacro StandInAllParameters"
!macro StandInAllParameters OUT TRUNCATE
  ; $CMDLINE ends before /D.
  System::Call 'kernel32::GetCommandLine() t .s'
  Pop ${OUT}
!macroend

; A switch without a value: /NAME or --NAME.
!define StdUtils.TestParameter "!insertmacro StandInTestParameter"
!macro StandInTestParameter OUT NAME
  ; As each call of a plug-in does.
  InitPluginsDir
  Push $R7
  Push $R8
  ${GetParameters} $R7
  !define STAND_IN ${__COUNTER__}
  StrCpy ${OUT} "true"
  ClearErrors
  ${GetOptions} $R7 "/${NAME}" $R8
  IfErrors 0 found_${STAND_IN}
  ClearErrors
  ${GetOptions} $R7 "--${NAME}" $R8
  IfErrors 0 found_${STAND_IN}
  StrCpy ${OUT} "false"
  found_${STAND_IN}:
  !undef STAND_IN
  ClearErrors
  Pop $R8
  Pop $R7
!macroend

!define StdUtils.GetParentPath "!insertmacro StandInParentPath"
!macro StandInParentPath OUT PATH
  ${GetParent} ${PATH} ${OUT}
!macroend

!define UAC_IsAdmin `"" StandInYes ""`
!define UAC_IsInnerInstance `"" StandInNo ""`
!macro _StandInYes _a _b _t _f
  StrCmp "$0" "$0" `${_t}` `${_f}`
!macroend
!macro _StandInNo _a _b _t _f
  StrCmp "$0" "$0." `${_t}` `${_f}`
!macroend
!macro UAC_RunElevated
  Abort "Nothing is elevated under Wine."
!macroend

!define StdUtils.ExecShellAsUser "!insertmacro StandInExec"
!macro StandInExec OUT FILE VERB ARGUMENTS
  ExecShell "${VERB}" "${FILE}" "${ARGUMENTS}"
  StrCpy ${OUT} "ok"
!macroend

; The installer looks for the running app by tasklist and findstr, which say nothing in Wine 8.
!macro customCheckAppRunning
!macroend
