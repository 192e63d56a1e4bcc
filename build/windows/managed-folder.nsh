; The folder of the managed profile, %ProgramData%\Trip Kit Desktop, for an installation for all users.
;
; Any user may create folders in %ProgramData%, and who writes the managed profile decides whom a pilot's certificate is
; shown to. So the installer makes the folder with a security descriptor of its own, in one call: administrators and the
; system write, users read. A folder or profile that is there already and that an administrator does not own was put
; there by somebody else: it is set aside under another name, never used and never deleted.
;
; Win32: CreateDirectoryW, ConvertStringSecurityDescriptorToSecurityDescriptorW, GetNamedSecurityInfoW, IsWellKnownSid,
; SetNamedSecurityInfoW. A reparse point is renamed as such; nothing is ever done to what it points to.

!define MANAGED_FOLDER_NAME "Trip Kit Desktop"
!define MANAGED_FILE_NAME "managed-profile.json"
; Owner and group: administrators. Protected from inheritance: SYSTEM and administrators all, users read and execute.
!define MANAGED_SDDL "O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"

; The same for the file in it, which hands nothing down.
!define MANAGED_FILE_SDDL "O:BAG:BAD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)"

!define SE_FILE_OBJECT 1
!define OWNER_SECURITY_INFORMATION 1
!define OWNER_GROUP_AND_PROTECTED_DACL 0x80000007
!define WIN_LOCAL_SYSTEM_SID 22
!define WIN_BUILTIN_ADMINISTRATORS_SID 26
!define ERROR_ALREADY_EXISTS 183
!define FILE_ATTRIBUTE_REPARSE_POINT 0x400

; ${result} is "yes" where a path is no reparse point and belongs to the administrators or the system, else "no".
!macro isOwnedByAdministrators path result
  Push $0
  Push $1
  Push $2
  Push $3
  Push $4
  StrCpy $4 "no"
  System::Call 'kernel32::GetFileAttributesW(w "${path}") i.r0'
  IntOp $0 $0 & ${FILE_ATTRIBUTE_REPARSE_POINT}
  ${if} $0 == 0
    System::Call 'advapi32::GetNamedSecurityInfoW(w "${path}", i ${SE_FILE_OBJECT}, i ${OWNER_SECURITY_INFORMATION}, *p .r1, p 0, p 0, p 0, *p .r2) i.r0'
    ${if} $0 == 0
      System::Call 'advapi32::IsWellKnownSid(p r1, i ${WIN_BUILTIN_ADMINISTRATORS_SID}) i.r3'
      ${if} $3 == 0
        System::Call 'advapi32::IsWellKnownSid(p r1, i ${WIN_LOCAL_SYSTEM_SID}) i.r3'
      ${endif}
      ${if} $3 != 0
        StrCpy $4 "yes"
      ${endif}
      System::Call 'kernel32::LocalFree(p r2)'
    ${endif}
  ${endif}
  StrCpy $R8 $4
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Pop $0
  StrCpy ${result} $R8
!macroend

; Renames a path to PATH.untrusted-TICKS. ${result} is "yes" where that could be done.
!macro setAside path result
  Push $0
  Push $1
  System::Call 'kernel32::GetTickCount() i.r0'
  StrCpy $0 "${path}.untrusted-$0"
  System::Call 'kernel32::MoveFileW(w "${path}", w r0) i.r1'
  ${if} $1 != 0
    DetailPrint "Set aside, because an administrator does not own it: $0"
    StrCpy $R8 "yes"
  ${else}
    StrCpy $R8 "no"
  ${endif}
  Pop $1
  Pop $0
  StrCpy ${result} $R8
!macroend

; Gives a path the descriptor ${sd}: its owner, group and protected list, which folders hand down.
!macro giveToAdministrators path sd result
  Push $0
  Push $1
  Push $2
  Push $3
  System::Call 'advapi32::GetSecurityDescriptorOwner(p ${sd}, *p .r1, *i .r0)'
  System::Call 'advapi32::GetSecurityDescriptorGroup(p ${sd}, *p .r2, *i .r0)'
  System::Call 'advapi32::GetSecurityDescriptorDacl(p ${sd}, *i .r0, *p .r3, *i .r0)'
  System::Call 'advapi32::SetNamedSecurityInfoW(w "${path}", i ${SE_FILE_OBJECT}, i ${OWNER_GROUP_AND_PROTECTED_DACL}, p r1, p r2, p r3, p 0) i.r0'
  StrCpy $R8 $0
  Pop $3
  Pop $2
  Pop $1
  Pop $0
  StrCpy ${result} $R8
!macroend

; ${folder}: its whole path. ${result} is "ok", or a sentence that says what failed.
!macro secureManagedFolder folder result
  Push $R0
  Push $R1
  Push $R2
  Push $R3
  Push $R4
  StrCpy $R4 "The access rights of ${folder} could not be set."
  System::Call 'advapi32::ConvertStringSecurityDescriptorToSecurityDescriptorW(w "${MANAGED_SDDL}", i 1, *p .R0, p 0) i.R1'
  ${if} $R1 != 0
    ; SECURITY_ATTRIBUTES: its size, the descriptor, not inherited by processes.
    !if ${NSIS_PTR_SIZE} > 4
      System::Call '*(i 24, p R0, i 0) p.R2'
    !else
      System::Call '*(i 12, p R0, i 0) p.R2'
    !endif
    System::Call 'kernel32::CreateDirectoryW(w "${folder}", p R2) i.R1 ?e'
    Pop $R3
    ${if} $R1 == 0
    ${andIf} $R3 == ${ERROR_ALREADY_EXISTS}
      !insertmacro isOwnedByAdministrators "${folder}" $R3
      ${if} $R3 == "no"
        !insertmacro setAside "${folder}" $R3
        ${if} $R3 == "yes"
          System::Call 'kernel32::CreateDirectoryW(w "${folder}", p R2) i.R1'
        ${else}
          StrCpy $R4 "${folder} was not made by an administrator and is in use, so that it can't be set aside. Remove it and install again."
        ${endif}
      ${else}
        !insertmacro giveToAdministrators "${folder}" R0 $R3
        ${if} $R3 == 0
          StrCpy $R1 1
          System::Call 'kernel32::GetFileAttributesW(w "${folder}\${MANAGED_FILE_NAME}") i.R3'
          ${if} $R3 != -1
            !insertmacro isOwnedByAdministrators "${folder}\${MANAGED_FILE_NAME}" $R3
            ${if} $R3 == "no"
              !insertmacro setAside "${folder}\${MANAGED_FILE_NAME}" $R3
              ${if} $R3 == "no"
                StrCpy $R1 0
              ${endif}
            ${else}
              ; It may carry rights of its own from before the folder had these.
              System::Call 'advapi32::ConvertStringSecurityDescriptorToSecurityDescriptorW(w "${MANAGED_FILE_SDDL}", i 1, *p .R3, p 0) i.R1'
              ${if} $R1 != 0
                !insertmacro giveToAdministrators "${folder}\${MANAGED_FILE_NAME}" R3 $R1
                System::Call 'kernel32::LocalFree(p R3)'
                IntOp $R1 $R1 !
              ${endif}
            ${endif}
          ${endif}
        ${endif}
      ${endif}
    ${endif}
    ${if} $R1 != 0
      StrCpy $R4 "ok"
    ${endif}
    System::Free $R2
    System::Call 'kernel32::LocalFree(p R0)'
  ${endif}
  StrCpy $R8 $R4
  Pop $R4
  Pop $R3
  Pop $R2
  Pop $R1
  Pop $R0
  StrCpy ${result} $R8
!macroend
