import { renderLetter, type Letter, type MailLocale, type RenderedLetter } from './letter.ts'

/** What somebody is told of their own account. */
export type AccountLetterKind = 'invitation' | 'reset' | 'password_changed' | 'totp_removed'

export type AccountLetter = {
  kind: AccountLetterKind
  locale: MailLocale
  /** Of whom it is for. */
  nombre: string
  /** Office that they belong to; null: none. */
  company: string | null
  /** Who did it, where that is somebody else. */
  by: string | null
  /** Where the person goes on: the one-time link, or the page where a forgotten password is asked for. */
  url: string
  /** Of a link: until when it is good, in words. */
  expires: string | null
  /** Of a change: when and from where, in words; null where that is not known. */
  when: string | null
  ip: string | null
  browser: string | null
}

const words = {
  es: {
    greeting: (nombre: string) => `Hola, ${nombre}:`,
    when: 'Cuándo',
    ip: 'Dirección de internet',
    browser: 'Navegador',
    by: 'Quién lo hizo',
    once: (expires: string) => `El enlace sirve una sola vez, hasta el ${expires}.`,
    ask: 'Elegir otra contraseña',
    note: 'Foja te avisa de lo que pasa con tu cuenta. No respondas a este correo.',
    invitation: {
      subject: (company: string | null) => (company === null ? 'Tu cuenta en Foja' : `${company} te invita a Foja`),
      body: (by: string | null, company: string | null) =>
        `${by ?? 'Tu oficina'} creó una cuenta para ti${company === null ? '' : ` en ${company}`}. Elige tu contraseña y ya puedes ingresar.`,
      button: 'Elegir mi contraseña',
      note: 'Si no esperabas esta invitación, no hagas nada: sin este enlace nadie entra.',
    },
    reset: {
      subject: 'Elige otra contraseña',
      body: 'Alguien, esperamos que tú, dijo que olvidó la contraseña de esta cuenta.',
      button: 'Elegir otra contraseña',
      note: 'Si no fuiste tú, no hagas nada: tu contraseña sigue igual. No reenvíes este correo a nadie.',
    },
    password_changed: {
      subject: 'Tu contraseña cambió',
      body: 'La contraseña de tu cuenta de Foja es otra desde ahora, y las demás sesiones se cerraron.',
      no: 'Si no fuiste tú, alguien más puede entrar en tu cuenta: elige ahora mismo otra contraseña con el botón y avisa a quien gestiona tu oficina.',
    },
    totp_removed: {
      subject: 'Tu cuenta ya no tiene segundo factor',
      body: 'Desde ahora tu cuenta de Foja se abre sólo con la contraseña. Puedes poner el segundo factor de nuevo en Mi perfil, en Seguridad.',
      no: 'Si no fuiste tú ni lo pediste, elige ahora mismo otra contraseña con el botón y avisa a quien gestiona tu oficina.',
    },
  },
  en: {
    greeting: (nombre: string) => `Hello ${nombre},`,
    when: 'When',
    ip: 'Internet address',
    browser: 'Browser',
    by: 'Who did it',
    once: (expires: string) => `The link works once, until ${expires}.`,
    ask: 'Choose another password',
    note: 'Foja tells you what happens to your account. Please do not reply to this message.',
    invitation: {
      subject: (company: string | null) =>
        company === null ? 'Your account on Foja' : `${company} invites you to Foja`,
      body: (by: string | null, company: string | null) =>
        `${by ?? 'Your office'} made an account for you${company === null ? '' : ` at ${company}`}. Choose your password, and you can sign in.`,
      button: 'Choose my password',
      note: 'If you did not expect this invitation, do nothing: nobody gets in without this link.',
    },
    reset: {
      subject: 'Choose another password',
      body: 'Somebody, we hope you, said that they forgot the password of this account.',
      button: 'Choose another password',
      note: 'If it was not you, do nothing: your password stays as it is. Do not forward this message to anybody.',
    },
    password_changed: {
      subject: 'Your password changed',
      body: 'Your Foja account has another password from now on, and its other sessions were ended.',
      no: 'If it was not you, somebody else may be able to enter your account: choose another password right now with the button, and tell whoever manages your office.',
    },
    totp_removed: {
      subject: 'Your account no longer has a second factor',
      body: 'From now on the password alone opens your Foja account. You can set the second factor up again in My profile, under Security.',
      no: 'If it was not you and you did not ask for it, choose another password right now with the button, and tell whoever manages your office.',
    },
  },
}

/** A letter with a link that works once. */
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

/** A letter that says what was changed, when, from where, and what to do if it was not the person. */
function warningLetter(letter: AccountLetter): Omit<Letter, 'locale' | 'greeting'> {
  const text = words[letter.locale]
  const { subject, body, no } = text[letter.kind === 'totp_removed' ? 'totp_removed' : 'password_changed']
  const facts = (['when', 'by', 'ip', 'browser'] as const).flatMap((name) => {
    const value = letter[name]
    return value === null ? [] : [{ label: text[name], value }]
  })
  return { subject, paragraphs: [body, no], facts, button: { label: text.ask, url: letter.url }, notes: [text.note] }
}

export function accountLetter(letter: AccountLetter): RenderedLetter {
  const { locale, kind, nombre } = letter
  const said = kind === 'invitation' || kind === 'reset' ? linkLetter(letter) : warningLetter(letter)
  return renderLetter({ locale, greeting: words[locale].greeting(nombre), ...said })
}
