; An installer with the product's own macros (resources/packaging/installer.nsh) and stock plugins alone: electron-builder's needs one that cannot be had everywhere.
; Debian's wine runs programs of 64 bits alone where it has no other architecture.
Target amd64-unicode
!include "LogicLib.nsh"
!include "FileFunc.nsh"
Var installMode
!include "${MACROS}"
Name "Packbench"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Packbench"

Function .onInit
  StrCpy $installMode "CurrentUser"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/allusers" $R1
  ${IfNot} ${Errors}
    StrCpy $installMode "all"
    SetShellVarContext all
  ${EndIf}
FunctionEnd

Section
  SetOutPath $INSTDIR
  File /r "${FILES}/*.*"
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\Uninstall Packbench.exe"
SectionEnd

Section Uninstall
  RMDir /r $INSTDIR
  !insertmacro customUnInstall
SectionEnd
