; What Packbench's installer does beside copying files. electron-builder inserts these macros; test/windows builds an installer of its own with them.
;
; Options for IT, all silent with /S (their paths must be whole):
;   /currentuser or /allusers   for whom it is installed (electron-builder's own)
;   /D=C:\Path                  where to; the last option, without quotes
;   /POLICY=C:\policy.json      taken as this computer's policy; with /allusers only
;   /AUTOSTART                  opens Packbench when a user signs in

!include "FileFunc.nsh"
!include "LogicLib.nsh"

!define PACKBENCH_RUN "Software\Microsoft\Windows\CurrentVersion\Run"

!macro customInstall
  Push $R0
  Push $R1
  ${GetParameters} $R0

  ; For the program: its data belongs to this computer, not to a user.
  ${If} $installMode == "all"
    SetShellVarContext all
    ; The policy is the administrators'; the data is of those who sign in at this computer. Also where a user has made the folders before.
    CreateDirectory "$APPDATA\Packbench\Data"
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Packbench" /setowner *S-1-5-32-544'
    Pop $R1
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Packbench" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-4:(OI)(CI)RX'
    Pop $R1
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Packbench\Data" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-4:(OI)(CI)M'
    Pop $R1
    FileOpen $R1 "$INSTDIR\resources\per-machine" w
    FileClose $R1
    ClearErrors
    ${GetOptions} $R0 "/POLICY=" $R1
    ${IfNot} ${Errors}
      ClearErrors
      CopyFiles /SILENT "$R1" "$APPDATA\Packbench\policy.json"
      ${If} ${Errors}
        SetErrorLevel 3
        Abort "The policy $R1 could not be copied."
      ${EndIf}
    ${EndIf}
  ${EndIf}

  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART" $R1
  ${IfNot} ${Errors}
    WriteRegStr SHCTX "${PACKBENCH_RUN}" "Packbench" '"$INSTDIR\Packbench.exe" --hidden'
  ${EndIf}
  Pop $R1
  Pop $R0
!macroend

; Takes a value out of the registry that leads to this installation; another installation's stays.
!macro forgetProgram ROOT KEY NAME
  ReadRegStr $R0 ${ROOT} "${KEY}" "${NAME}"
  StrLen $R1 '"$INSTDIR\'
  StrCpy $R0 $R0 $R1
  ${If} $R0 == '"$INSTDIR\'
    DeleteRegValue ${ROOT} "${KEY}" "${NAME}"
  ${EndIf}
!macroend

; Data and policy stay: they are the shop's.
!macro customUnInstall
  Push $R0
  Push $R1
  !insertmacro forgetProgram HKLM "${PACKBENCH_RUN}" "Packbench"
  !insertmacro forgetProgram HKCU "${PACKBENCH_RUN}" "Packbench"
  ; Links to orders.
  !insertmacro forgetProgram HKCU "Software\Classes\packbench\shell\open\command" ""
  ReadRegStr $R0 HKCU "Software\Classes\packbench\shell\open\command" ""
  ${If} $R0 == ""
    DeleteRegKey HKCU "Software\Classes\packbench"
  ${EndIf}
  Pop $R1
  Pop $R0
!macroend
