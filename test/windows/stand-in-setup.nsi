; An installer with the product's own macros (resources/packaging/installer.nsh) and only NSIS's own plugins: electron-builder's installer needs a plugin that is not available everywhere.
; Debian's wine runs only 64-bit programs unless another architecture is installed.
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
