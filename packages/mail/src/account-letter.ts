import { maskAddress } from './address.ts'
import { renderLetter, type Letter, type MailLocale, type RenderedLetter } from './letter.ts'

/** Kinds of letters about the recipient's own account. */
export type AccountLetterKind = 'invitation' | 'reset' | AccountWarning

/** Security warnings about a change or an attempt, sent regardless of who made it. */
export type AccountWarning =
  | 'password_given'
  | 'password_changed'
  | 'email_changed'
  | 'totp_enabled'
  | 'totp_moved'
  | 'totp_removed'
  /** Like `totp_removed`, for a user whose passkeys stay. */
  | 'totp_removed_beside'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_suspect'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'codes_renewed'
  | 'code_used'
  | 'session_other_browser'
  | 'codes_tried'
  | 'provider_linked'
  /** Like `provider_linked`, for a user without a password. */
  | 'provider_only'

export type AccountLetter = {
  kind: AccountLetterKind
  locale: MailLocale
  /** Name of the recipient. */
  nombre: string
  /** Company of the recipient; null: none. */
  company: string | null
  /** Name of the user who did it, if not the recipient. */
  by: string | null
  /** Target of the button: the one-time link, or the page for a forgotten password. */
  url: string
  /** For links: expiry, in words. */
  expires: string | null
  /** For changes: time and origin, in words; null when unknown. */
  when: string | null
  ip: string | null
  browser: string | null
  /** For `email_changed`: the new address, masked by `maskAddress` for the reader of the old one. */
  email?: string
  /** For `code_used`: number of remaining codes. */
  left?: number
  /** For changes of a passkey: its name. For `password_changed`: the names of the passkeys that it removed, if any. */
  passkey?: string
  /** For API keys: the name. */
  key?: string
}

const words = {
  es: {
    greeting: (nombre: string) => `Hola, ${nombre}:`,
    when: 'Cuándo',
    ip: 'Dirección de internet',
    browser: 'Navegador',
    by: 'Quién lo hizo',
    email: 'Dirección nueva',
    left: 'Códigos que te quedan',
    passkey: 'Llave de acceso',
    key: 'Clave de API',
    passkeysGone:
      'También se quitaron tus llaves de acceso: quien puso la contraseña anterior podía haber agregado una. Puedes agregar otras en Mi perfil, en Seguridad.',
    once: (expires: string) => `El enlace sirve una sola vez, hasta el ${expires}.`,
    ask: 'Elegir otra contraseña',
    note: 'Foja te avisa de lo que pasa con tu cuenta. No respondas a este correo.',
    invitation: {
      subject: (company: string | null) => (company === null ? 'Tu cuenta en Foja' : `${company} te invita a Foja`),
      body: (by: string | null, company: string | null) =>
        `${by ?? 'Tu oficina'} creó una cuenta para ti${company === null ? '' : ` en ${company}`}. Elige tu contraseña y ya puedes ingresar.`,
      button: 'Elegir mi contraseña',
      note: 'Si no esperabas esta invitación, no hagas nada: sin este enlace nadie ingresa.',
    },
    reset: {
      subject: 'Elige otra contraseña',
      body: 'Recibimos un pedido para cambiar la contraseña de esta cuenta.',
      button: 'Elegir otra contraseña',
      note: 'Si no fuiste tú, no hagas nada: tu contraseña sigue igual. No reenvíes este correo a nadie.',
    },
    password_given: {
      subject: 'Tienes una cuenta en Foja',
      body: 'Tu administrador creó tu cuenta y le puso una contraseña. Elige otra con el botón: así la sabes solo tú.',
      no: 'Si no esperabas esta cuenta, avisa a tu administrador.',
    },
    password_changed: {
      subject: 'Tu contraseña cambió',
      body: 'La contraseña de tu cuenta de Foja cambió, y las demás sesiones se cerraron.',
      no: 'Si no fuiste tú, alguien más puede ingresar a tu cuenta: elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    email_changed: {
      subject: 'El correo de tu cuenta cambió',
      body: 'Desde ahora ingresas a Foja con otra dirección, y los avisos llegan allí. A esta dirección no escribiremos más.',
      no: 'Si no lo acordaste, habla hoy mismo con tu administrador: quien tenga la dirección nueva puede pedir otra contraseña.',
    },
    totp_enabled: {
      subject: 'Tu cuenta tiene ahora verificación en dos pasos',
      body: 'Desde ahora, para ingresar se pide además un código de tu aplicación. Guarda los códigos de recuperación donde no se pierdan.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y pide a tu administrador que quite esa verificación.',
    },
    totp_moved: {
      subject: 'Tu verificación en dos pasos pasó a otro teléfono',
      body: 'Desde ahora, para ingresar se piden los códigos de otro teléfono. Los del anterior ya no sirven, y tampoco los códigos de recuperación que tenías.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y pide a tu administrador que quite esa verificación.',
    },
    totp_removed: {
      subject: 'Tu cuenta ya no tiene verificación en dos pasos',
      body: 'Desde ahora tu cuenta de Foja se abre solo con la contraseña. Puedes activar la verificación en dos pasos de nuevo en Mi perfil, en Seguridad.',
      no: 'Si no fuiste tú ni lo pediste, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    totp_removed_beside: {
      subject: 'Tu cuenta ya no pide códigos de la aplicación',
      body: 'Desde ahora, en el segundo paso de tu cuenta de Foja se usa una llave de acceso o un código de recuperación.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    passkey_added: {
      subject: 'Tu cuenta tiene una llave de acceso nueva',
      body: 'Desde ahora esa llave de acceso abre tu cuenta de Foja, sola o después de la contraseña. Puedes ver y quitar tus llaves en Mi perfil, en Seguridad.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y pide a tu administrador que quite tu verificación en dos pasos, con sus llaves.',
    },
    passkey_removed: {
      subject: 'Se quitó una llave de acceso de tu cuenta',
      body: 'Esa llave de acceso ya no abre tu cuenta de Foja. Puedes agregar otra en Mi perfil, en Seguridad.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    passkey_suspect: {
      subject: 'Puede haber una copia de tu llave de acceso',
      body: 'Alguien usó esa llave de acceso de un modo que indica una copia. Foja la rechazó y no la acepta más.',
      no: 'Agrega otra en Mi perfil, en Seguridad, y después quita esa. Si no fuiste tú, elige además otra contraseña con el botón y avisa a tu administrador.',
    },
    api_key_created: {
      subject: 'Creaste una clave de API',
      body: 'Desde ahora un programa que tenga esa clave puede trabajar en Foja, hasta que venza o la revoques en Claves de API.',
      no: 'Si no fuiste tú, revócala ahora mismo, elige otra contraseña con el botón y avisa a tu administrador.',
    },
    api_key_revoked: {
      subject: 'Se revocó una clave de API',
      body: 'Esa clave ya no sirve: lo que la usaba dejó de entrar a Foja. Puedes crear otra en Claves de API.',
      no: 'Si no fuiste tú ni lo pediste, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    codes_renewed: {
      subject: 'Tienes códigos de recuperación nuevos',
      body: 'Los códigos de recuperación de tu cuenta de Foja cambiaron; los anteriores ya no sirven.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    codes_tried: {
      subject: 'Alguien prueba códigos para ingresar a tu cuenta',
      body: 'Alguien escribió diez códigos equivocados o más para ingresar a tu cuenta. Sin un código correcto no puede ingresar.',
      no: 'Si no fuiste tú, puede que otra persona sepa tu contraseña: elige ahora mismo otra con el botón y avisa a tu administrador. No des a nadie tus códigos, tampoco por teléfono.',
    },
    code_used: {
      subject: 'Se usó un código de recuperación de tu cuenta',
      body: 'Se usó tu contraseña y un código de recuperación para ingresar o para cambiar de teléfono. Cada código sirve una sola vez; puedes pedir otros en Mi perfil, en Seguridad.',
      no: 'Si no fuiste tú, elige ahora mismo otra contraseña con el botón y avisa a tu administrador.',
    },
    session_other_browser: {
      subject: 'Otro navegador usa una de tus sesiones',
      body: 'Una sesión que abriste en un navegador se usó después desde otro distinto. Puede ser una copia de ella. Mírala en Mi perfil, en Tus sesiones abiertas, y ciérrala si no la reconoces.',
      no: 'Si no fuiste tú, cierra tus demás sesiones, elige otra contraseña con el botón y avisa a tu administrador.',
    },
    provider_linked: {
      subject: 'Tu cuenta quedó unida a la de tu oficina',
      body: 'Desde ahora también ingresas a Foja con la cuenta de tu oficina. Tu contraseña sigue sirviendo.',
      no: 'Si no fuiste tú, avisa hoy mismo a tu administrador: alguien tiene una cuenta allí con tu correo.',
    },
    provider_only: {
      subject: 'Tu cuenta quedó unida a la de tu oficina',
      body: 'Desde ahora ingresas a Foja con la cuenta de tu oficina. No te hace falta otra contraseña; si te llegó una invitación, su enlace ya no sirve.',
      no: 'Si no fuiste tú, avisa hoy mismo a tu administrador: alguien tiene una cuenta allí con tu correo.',
    },
  },
  en: {
    greeting: (nombre: string) => `Hello ${nombre},`,
    when: 'When',
    ip: 'Internet address',
    browser: 'Browser',
    by: 'Who did it',
    email: 'New address',
    left: 'Codes that you have left',
    passkey: 'Passkey',
    key: 'API key',
    passkeysGone:
      'Your passkeys were removed too: the author of the former password could have added one. You can add others in My profile, under Security.',
    once: (expires: string) => `The link works once, until ${expires}.`,
    ask: 'Choose another password',
    note: 'Foja notifies you about your account. Please do not reply to this message.',
    invitation: {
      subject: (company: string | null) =>
        company === null ? 'Your account on Foja' : `${company} invites you to Foja`,
      body: (by: string | null, company: string | null) =>
        `${by ?? 'Your office'} created an account for you${company === null ? '' : ` at ${company}`}. Choose your password, and you can sign in.`,
      button: 'Choose my password',
      note: 'If you did not expect this invitation, do nothing: no one can sign in without this link.',
    },
    reset: {
      subject: 'Choose another password',
      body: 'We received a request to change the password of this account.',
      button: 'Choose another password',
      note: 'If it was not you, do nothing: your password stays as it is. Do not forward this message.',
    },
    password_given: {
      subject: 'You have an account on Foja',
      body: 'Your administrator created your account and gave it a password. Choose another with the button, so that you alone know it.',
      no: 'If you did not expect this account, tell your administrator.',
    },
    password_changed: {
      subject: 'Your password changed',
      body: 'The password of your Foja account changed, and its other sessions were ended.',
      no: 'If it was not you, someone else may be able to sign in to your account: choose another password right now with the button, and tell your administrator.',
    },
    email_changed: {
      subject: 'The email of your account changed',
      body: 'From now on you sign in to Foja with another address, and messages go there. We will not write to this one again.',
      no: 'If you did not agree to it, talk today to your administrator: the owner of the new address can ask for another password.',
    },
    totp_enabled: {
      subject: 'Your account now has two-step verification',
      body: 'From now on a code of your app is also required when you sign in. Keep the recovery codes where they do not get lost.',
      no: 'If it was not you, choose another password right now with the button, and ask your administrator to turn it off.',
    },
    totp_moved: {
      subject: 'Your two-step verification is on another phone',
      body: 'From now on the codes of another phone are required when you sign in. Those of the previous one no longer work, and neither do the earlier recovery codes.',
      no: 'If it was not you, choose another password right now with the button and ask your administrator to reset that verification.',
    },
    totp_removed: {
      subject: 'Your account no longer has two-step verification',
      body: 'From now on the password alone opens your Foja account. You can turn two-step verification on again in My profile, under Security.',
      no: 'If it was not you and you did not ask for it, choose another password right now with the button, and tell your administrator.',
    },
    totp_removed_beside: {
      subject: 'Your account no longer asks for codes of the app',
      body: 'From now on the second step of your Foja account is a passkey or a recovery code.',
      no: 'If it was not you, choose another password right now with the button, and tell your administrator.',
    },
    passkey_added: {
      subject: 'Your account has a new passkey',
      body: 'From now on that passkey opens your Foja account, alone or after the password. You can see and remove your passkeys in My profile, under Security.',
      no: 'If it was not you, choose another password right now with the button, and ask your administrator to remove your two-step verification with its passkeys.',
    },
    passkey_removed: {
      subject: 'A passkey of your account was removed',
      body: 'That passkey no longer opens your Foja account. You can add another one in My profile, under Security.',
      no: 'If it was not you, choose another password right now with the button, and tell your administrator.',
    },
    passkey_suspect: {
      subject: 'There may be a copy of your passkey',
      body: 'That passkey was used in a way that suggests a copy. Foja refused it and no longer accepts it.',
      no: 'Add another one in My profile, under Security, then remove that one. If it was not you, also choose another password with the button, and tell your administrator.',
    },
    api_key_created: {
      subject: 'You created an API key',
      body: 'From now on a program that has that key can work in Foja, until it expires or you revoke it under API keys.',
      no: 'If it was not you, revoke it right now, choose another password with the button, and tell your administrator.',
    },
    api_key_revoked: {
      subject: 'An API key was revoked',
      body: 'That key no longer works: what used it cannot reach Foja. You can create another one under API keys.',
      no: 'If it was not you and you did not ask for it, choose another password right now with the button, and tell your administrator.',
    },
    codes_renewed: {
      subject: 'You have new recovery codes',
      body: 'The recovery codes of your Foja account changed; the earlier ones no longer work.',
      no: 'If it was not you, choose another password right now with the button, and tell your administrator.',
    },
    codes_tried: {
      subject: 'Someone is trying codes to sign in to your account',
      body: 'Ten wrong codes or more were typed to sign in to your account. No one can sign in without a valid code.',
      no: 'If it was not you, someone else may know your password: choose another right now with the button, and tell your administrator. Give your codes to no one, not even by telephone.',
    },
    code_used: {
      subject: 'A recovery code of your account was used',
      body: 'Your password and a recovery code were used to sign in or to change phones. Each code works once; you can get others in My profile, under Security.',
      no: 'If it was not you, choose another password right now with the button, and tell your administrator.',
    },
    session_other_browser: {
      subject: 'Another browser uses one of your sessions',
      body: 'A session that you opened in one browser was used later from a different one. It may be a copy. Look at it in My profile, under Your open sessions, and end it if you do not recognise it.',
      no: 'If it was not you, end your other sessions, choose another password with the button, and tell your administrator.',
    },
    provider_linked: {
      subject: 'Your account was linked to the one of your office',
      body: 'From now on you also sign in to Foja with the account of your office. Your password still works.',
      no: 'If it was not you, tell your administrator today: someone has an account there with your address.',
    },
    provider_only: {
      subject: 'Your account was linked to the one of your office',
      body: 'From now on you sign in to Foja with the account of your office. You need no other password; if you were sent an invitation, its link no longer works.',
      no: 'If it was not you, tell your administrator today: someone has an account there with your address.',
    },
  },
}

function linkLetter({ locale, kind, company, by, url, expires }: AccountLetter): Omit<Letter, 'locale' | 'greeting'> {
  const text = words[locale]
  const once = expires === null ? [] : [text.once(expires)]
  if (kind === 'invitation') {
    const { subject, body, button, note } = text.invitation
    const paragraphs = [body(by, company), ...once]
    return { subject: subject(company), paragraphs, button: { label: button, url }, notes: [note, text.note] }
  }
  const { subject, body, button, note } = text.reset
  return { subject, paragraphs: [body, ...once], button: { label: button, url }, notes: [note, text.note] }
}

type Warning = AccountLetter & { kind: AccountWarning }

/** No reset link: the old address cannot use one, and the recipient has not forgotten the password. */
const leadsToPassword = (kind: AccountWarning) => kind !== 'email_changed' && kind !== 'provider_only'

/** A security warning: what changed, when, from where, and what to do if it was not the recipient. */
function warningLetter({ kind, locale, url, ...told }: Warning): Omit<Letter, 'locale' | 'greeting'> {
  const text = words[locale]
  const { subject, body, no } = text[kind]
  const values = { ...told, email: told.email === undefined ? null : maskAddress(told.email) }
  const facts = (['email', 'passkey', 'key', 'when', 'by', 'ip', 'browser', 'left'] as const).flatMap((name) => {
    const value = values[name]
    return value === null || value === undefined ? [] : [{ label: text[name], value: String(value) }]
  })
  const button = leadsToPassword(kind) ? { button: { label: text.ask, url } } : {}
  const gone = kind === 'password_changed' && told.passkey !== undefined ? [text.passkeysGone] : []
  return { subject, paragraphs: [body, ...gone, no], facts, ...button, notes: [text.note] }
}

const isWarning = (letter: AccountLetter): letter is Warning => letter.kind !== 'invitation' && letter.kind !== 'reset'

export function accountLetter(letter: AccountLetter): RenderedLetter {
  const { locale, nombre } = letter
  const said = isWarning(letter) ? warningLetter(letter) : linkLetter(letter)
  return renderLetter({ locale, greeting: words[locale].greeting(nombre), ...said })
}
