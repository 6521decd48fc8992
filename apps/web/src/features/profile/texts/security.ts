import { defineTexts } from '../../../lib/texts/define-texts.ts'

const devices = {
  browserOn: (browser: string, system: string) => `${browser} en ${system}`,
  unknownBrowser: 'Navegador',
  unknown: 'Equipo sin nombre',
  thisComputer: 'desde el propio servidor',
  localNetwork: (ip: string) => `red local (${ip})`,
}

export const security = {
  title: 'Seguridad',
  requiredTitle: 'Tu empresa pide verificación en dos pasos',
  requiredText:
    'Actívala para seguir: además de la contraseña, al ingresar escribirás un código de tu teléfono. Toma dos minutos.',
  password: 'Contraseña',
  passwordChanged: (when: string) => `La cambiaste: ${when}.`,
  passwordNever: 'No la has cambiado desde que se creó tu cuenta.',
  passwordNone: 'No tienes contraseña de Foja. Otra persona que gestione tu oficina puede darte una.',
  passwordNoneBy: (provider: string) =>
    `Ingresas con tu cuenta de ${provider}, sin contraseña de Foja. Si necesitas una, otra persona que gestione tu oficina puede dártela.`,
  changePassword: 'Cambiar contraseña',
  changePasswordText: 'Al guardarla se cierran tus sesiones en otros equipos. Esta sigue abierta.',
  currentPassword: 'Contraseña actual',
  currentPasswordMissing: 'Escribe tu contraseña actual.',
  currentPasswordWrong: 'No es tu contraseña actual. Revisa que no esté activada la tecla de mayúsculas.',
  newPassword: 'Contraseña nueva',
  samePassword: 'Es la misma que tienes. Elige otra.',
  savePassword: 'Guardar contraseña',
  passwordSaved: (ended: number) =>
    ended === 0
      ? 'Contraseña guardada.'
      : ended === 1
        ? 'Contraseña guardada. Se cerró otra sesión.'
        : `Contraseña guardada. Se cerraron otras ${ended} sesiones.`,
  totp: 'Verificación en dos pasos',
  totpOn: 'Activa',
  totpOff: 'Sin activar',
  totpRequired: 'Lo exige tu empresa',
  totpOffText: 'Un código de tu teléfono, además de la contraseña: quien la adivine no podrá entrar.',
  totpByPassword: 'Tu empresa la pide a quien ingresa con contraseña: si un día lo haces, tendrás que activarla.',
  totpWithoutPassword: 'Se pide junto con la contraseña de Foja, y tú ingresas sin ella.',
  totpOnText: (when: string) => `Desde el ${when} se te pide un código de tu teléfono al ingresar.`,
  totpKeptText: 'No se puede quitar mientras tu empresa la exija.',
  codesLeft: (count: number) =>
    count === 0
      ? 'No te queda ningún código de recuperación.'
      : count === 1
        ? 'Te queda 1 código de recuperación.'
        : `Te quedan ${count} códigos de recuperación.`,
  codesFew: 'Pide otros antes de necesitarlos: sin teléfono ni códigos no podrías entrar.',
  activate: 'Activar',
  move: 'Cambiar de teléfono',
  renew: 'Códigos nuevos',
  remove: 'Quitar',
  provider: 'Cuenta de la oficina',
  providerLinked: (name: string) => `Puedes ingresar con tu cuenta de ${name}.`,
  providerUnlinked: (name: string) =>
    `Aún no está unida. La primera vez que uses «Ingresar con ${name}» con este mismo correo, se une sola.`,
  setupTitle: 'Activar la verificación en dos pasos',
  setupPasswordText: 'Para empezar, escribe tu contraseña: así nadie más puede hacerlo por ti.',
  moveTitle: 'Cambiar de teléfono',
  moveText:
    'Escribe tu contraseña y un código del teléfono que usas ahora. Si ya no lo tienes, escribe uno de tus códigos de recuperación; sin ellos, pide a quien gestiona tu oficina que quite la verificación.',
  next: 'Continuar',
  scanTitle: 'Lee este código con tu teléfono',
  moveScanTitle: 'Lee este código con el teléfono nuevo',
  scanText:
    'Abre una aplicación de códigos (Google Authenticator, Microsoft Authenticator, Aegis, 1Password…), elige añadir una cuenta y apunta la cámara aquí.',
  qrAlt: 'Código QR para tu aplicación de códigos',
  openApp: 'Abrir en este teléfono',
  typeInstead: '¿No puedes leerlo? Escribe esta clave en la aplicación',
  copySecret: 'Copiar la clave',
  startAgain: 'Empezar de nuevo',
  typeCode: 'Código de seis números que muestra ahora',
  codeMissing: 'Escribe los seis números que muestra tu aplicación.',
  confirm: 'Confirmar y activar',
  confirmMove: 'Confirmar y cambiar',
  codesTitle: 'Guarda tus códigos de recuperación',
  codesText:
    'Si pierdes el teléfono, uno de estos códigos te deja entrar. Cada uno sirve una vez. No se vuelven a mostrar.',
  movedCodesText:
    'Son otros: los anteriores ya no sirven. Si pierdes el teléfono, uno de estos te deja entrar. Cada uno sirve una vez. No se vuelven a mostrar.',
  codesLabel: 'Códigos de recuperación',
  copyCodes: 'Copiar',
  downloadCodes: 'Descargar',
  printCodes: 'Imprimir',
  codesFile: 'Códigos de recuperación de Foja',
  codesFileText: (email: string, when: string) =>
    `Cuenta: ${email}. Creados el ${when}. Cada código sirve una sola vez. Guárdalos donde solo tú los encuentres.`,
  codesSaved: 'Ya los guardé',
  activated: 'Verificación en dos pasos activa. La próxima vez se te pedirá un código.',
  moved: 'Desde ahora valen los códigos del teléfono nuevo. Los del anterior ya no sirven.',
  renewed: 'Códigos nuevos guardados. Los anteriores ya no sirven.',
  renewTitle: 'Pedir códigos de recuperación nuevos',
  renewText: 'Los anteriores dejan de servir en cuanto veas los nuevos.',
  removeTitle: '¿Quitar la verificación en dos pasos?',
  removeText: 'Volverás a ingresar solo con la contraseña. Los códigos de recuperación dejan de servir.',
  proofCode: 'Código de tu aplicación o de recuperación',
  proofCodeMissing: 'Escribe el código que muestra tu aplicación, o uno de recuperación.',
  removed: 'Verificación en dos pasos quitada.',
  failed: 'El servidor no respondió. Nada cambió: vuelve a intentarlo.',
  sessions: 'Tus sesiones abiertas',
  sessionsText: 'Equipos en los que ingresaste. Cierra lo que no reconozcas y cambia tu contraseña.',
  thisSession: 'Este equipo',
  sessionSince: (when: string) => `Ingresaste: ${when}`,
  sessionUsed: (when: string) => `Último uso: ${when}`,
  endSession: 'Cerrar',
  endSessionOf: (device: string) => `Cerrar la sesión de ${device}`,
  sessionEnded: 'Sesión cerrada.',
  onlyThis: 'No hay más sesiones abiertas que esta.',
  endOthers: 'Cerrar las demás',
  endOthersTitle: '¿Cerrar todas tus otras sesiones?',
  endOthersText: 'En esos equipos habrá que ingresar otra vez. Esta sesión sigue abierta.',
  othersEnded: (count: number) => (count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`),
  devices,
}

export const useSecurityTexts = defineTexts(security, () => import('./security.en.ts'))
