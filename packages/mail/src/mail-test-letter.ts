import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

const words = {
  es: {
    subject: 'El correo de Foja funciona',
    greeting: (nombre: string) => `Hola, ${nombre}:`,
    body: 'Este es el mensaje de prueba que pediste. Los avisos y las invitaciones ya pueden salir.',
    button: 'Abrir Foja',
    note: 'Lo recibes porque probaste el correo en Correos.',
  },
  en: {
    subject: 'Email from Foja works',
    greeting: (nombre: string) => `Hello ${nombre},`,
    body: 'This is the test message that you asked for. Notices and invitations can go out now.',
    button: 'Open Foja',
    note: 'You receive it because you tested email in Emails.',
  },
}

/** The message of a test of the mail server. */
export function mailTestLetter(about: { locale: MailLocale; nombre: string; url: string }): RenderedLetter {
  const text = words[about.locale]
  return renderLetter({
    locale: about.locale,
    subject: text.subject,
    greeting: text.greeting(about.nombre),
    paragraphs: [text.body],
    button: { label: text.button, url: about.url },
    notes: [text.note],
  })
}
