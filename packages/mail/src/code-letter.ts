import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

/** The code that a recipient types before their page opens. */
export type CodeLetter = {
  locale: MailLocale
  nombre: string
  /** Name of the user who asks, and their office. */
  sender: string
  company: string
  /** Six digits, or the mark that stands for them. */
  code: string
  /** Minutes for which the code is valid. */
  minutes: number
}

const words = {
  es: {
    subject: (company: string) => `Tu código para el pedido de ${company}`,
    greeting: (nombre: string) => `Hola, ${nombre}:`,
    body: (sender: string, company: string) =>
      `Escribe este código en la página para abrir el pedido de ${sender} (${company}).`,
    label: 'Código',
    notes: (minutes: number) => [
      `Vale ${minutes} minutos y una sola vez.`,
      'No se lo des a nadie: ninguna oficina te lo pide por teléfono ni por mensaje.',
      'Si no abriste ningún pedido, no hagas nada.',
      'Enviado con Foja.',
    ],
  },
  en: {
    subject: (company: string) => `Your code for the request of ${company}`,
    greeting: (nombre: string) => `Hello, ${nombre},`,
    body: (sender: string, company: string) =>
      `Type this code on the page to open the request of ${sender} (${company}).`,
    label: 'Code',
    notes: (minutes: number) => [
      `It is valid for ${minutes} minutes, once.`,
      'Do not give it to anyone: no office asks for it by phone or message.',
      'If you did not open any request, do nothing.',
      'Sent with Foja.',
    ],
  },
}

export function codeLetter({ locale, nombre, sender, company, code, minutes }: CodeLetter): RenderedLetter {
  const { subject, greeting, body, label, notes } = words[locale]
  return renderLetter({
    locale,
    subject: subject(company),
    greeting: greeting(nombre),
    paragraphs: [body(sender, company)],
    facts: [{ label, value: code }],
    notes: notes(minutes),
  })
}
