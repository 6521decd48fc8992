import type { Role } from '@foja/contracts/roles'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** What each role may do. */
const roleHints: Record<Role, string> = {
  admin: 'Puede todo, en todas las empresas.',
  gestor: 'Administra su empresa: usuarios, plantillas y todas las solicitudes.',
  mediador: 'Ve todas las solicitudes de su empresa, las agenda, media y concluye.',
  usuario: 'Crea sus propias solicitudes y ve lo que le comparten.',
}

/** Dialogs about users. */
export const userForms = {
  newTitle: 'Nuevo usuario',
  editTitle: (name: string) => `Datos de ${name}`,
  name: 'Nombre y apellido',
  nameMissing: 'Escribe su nombre.',
  email: 'Correo',
  emailHint: 'Con él ingresa a Foja.',
  emailInvites: 'Si lo cambias, la invitación anterior deja de servir y se envía otra al correo nuevo.',
  emailWrong: 'Escribe un correo completo, como ana@oficina.ec.',
  role: 'Rol',
  roleHints,
  roleLocked: 'Tu propio rol lo cambia otro administrador.',
  company: 'Empresa',
  companyMissing: 'Elige la empresa en la que trabaja.',
  noCompany: 'Ninguna: administra todas',
  post: 'Cargo',
  postHint: 'Por ejemplo: Mediadora, Secretaria.',
  phone: 'Teléfono',
  way: 'Primer ingreso',
  byInvitation: 'Con una invitación',
  byPassword: 'Con una contraseña',
  invitationHint: 'Recibe un correo con un enlace y elige su contraseña. El enlace vence en 7 días.',
  password: 'Contraseña',
  passwordToTell: 'Dásela tú en persona o por teléfono; después puede cambiarla en Mi perfil.',
  create: 'Crear e invitar',
  createOnly: 'Crear',
  save: 'Guardar',
  created: (name: string) => `La cuenta de ${name} está creada`,
  invited: (email: string) => `Invitación enviada a ${email}`,
  saved: 'Cambios guardados',
  invitedAgain:
    'Recibirá un correo para elegir su propia contraseña. Si no le llega, «Enviar otra invitación» en su menú le envía otro.',
  linkTitle: (name: string) => `Entrega este enlace a ${name}`,
  linkText: 'El correo no está configurado, así que la invitación no salió. Copia el enlace y envíaselo tú.',
  link: 'Enlace de invitación',
  copyLink: 'Copiar el enlace',
  linkOnce: (when: string) => `Sirve una sola vez, hasta el ${when}. Por seguridad no se vuelve a mostrar.`,
  linkLost: 'Si se pierde, en el menú del usuario está «Enviar otra invitación», que crea uno nuevo.',
  heldTitle: 'La invitación está retenida',
  heldText: 'El correo no está configurado. Saldrá cuando lo esté y alguien libere los correos.',
  done: 'Listo',
  passwordTitle: (name: string) => `Poner una contraseña a ${name}`,
  passwordText: 'La anterior deja de servir y se cierran sus sesiones.',
  newPassword: 'Contraseña nueva',
  ownPassword: 'Tu contraseña',
  ownPasswordHint: 'Para confirmar que eres tú.',
  ownPasswordForAddress:
    'Para confirmar que eres tú: con el correo nuevo se puede pedir otra contraseña. Se avisa al correo anterior.',
  ownPasswordMissing: 'Escribe tu contraseña.',
  setPassword: 'Poner la contraseña',
  passwordSet: (name: string) => `${name} tiene contraseña nueva`,
  confirm: {
    invite: {
      title: (name: string) => `¿Enviar otra invitación a ${name}?`,
      text: (email: string) => `Va a ${email} con un enlace nuevo, que vence en 7 días. El anterior deja de servir.`,
      submit: 'Enviar la invitación',
      done: (name: string) => `Invitación enviada a ${name}`,
    },
    reactivate: {
      title: (name: string) => `¿Reactivar a ${name}?`,
      text: (email: string) =>
        `Ingresa otra vez con ${email} y su contraseña de antes; si nunca llegó a ingresar, recibe otra invitación. Sus enlaces y su certificado no vuelven: tendrá que ponerlos de nuevo.`,
      submit: 'Reactivar',
      done: (name: string) => `${name} puede ingresar otra vez`,
    },
    totp: {
      title: (name: string) => `¿Quitar la verificación en dos pasos de ${name}?`,
      text: (email: string) =>
        `Hazlo si ya no tiene su teléfono ni códigos de recuperación, y solo si confirmaste su identidad. Ingresará con su contraseña y podrá activarla de nuevo. Recibe un aviso en ${email}.`,
      submit: 'Quitar la verificación en dos pasos',
      done: (name: string) => `${name} ya no tiene verificación en dos pasos`,
    },
    sessions: {
      title: (name: string) => `¿Cerrar las sesiones de ${name}?`,
      text: (email: string) =>
        `Úsalo si perdió o prestó un equipo. Se cierran ahora en todas partes, y habrá que ingresar de nuevo con ${email}. Si alguien más conoce la contraseña, ponle otra.`,
      submit: 'Cerrar sus sesiones',
      done: (name: string) => `Las sesiones de ${name} están cerradas`,
    },
  },
  leave: {
    deactivate: {
      title: (name: string) => `¿Desactivar a ${name}?`,
      effects: [
        'No puede ingresar y sus sesiones se cierran ahora.',
        'Se anulan los enlaces que compartió y se elimina su certificado guardado.',
        'Su nombre y todo lo que hizo siguen en el historial. La cuenta se puede reactivar cuando quieras.',
      ],
      submit: 'Desactivar',
      done: (name: string) => `La cuenta de ${name} está desactivada`,
    },
    remove: {
      title: (name: string) => `¿Quitar a ${name} de la oficina?`,
      effects: [
        'Sale de esta lista, no puede ingresar y sus sesiones se cierran ahora.',
        'Se anulan los enlaces que compartió y se elimina su certificado guardado.',
        'Su nombre y todo lo que hizo siguen en el historial. Su correo queda libre para otra persona.',
        'No se puede deshacer.',
      ],
      submit: 'Quitar',
      done: (name: string) => `${name} ya no está en la oficina`,
    },
  },
  openCases: (count: number) =>
    count === 1
      ? 'Tiene 1 solicitud abierta. ¿Quién se hace cargo?'
      : `Tiene ${count} solicitudes abiertas. ¿Quién se hace cargo?`,
  outOfReach: 'Quién se hace cargo de sus solicitudes abiertas',
  someOpenCases: 'Tiene solicitudes abiertas. ¿Quién se hace cargo?',
  successorHint: 'Recibe un aviso.',
  successorMissing: 'Elige a alguien: cada solicitud necesita un responsable.',
  handedOver: (count: number, name: string) =>
    count === 1 ? `${name} se hace cargo de 1 solicitud.` : `${name} se hace cargo de ${count} solicitudes.`,
}

export const useUserFormsTexts = defineTexts(userForms, () => import('./user-forms.en.ts'))
