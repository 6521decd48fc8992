import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

/** The daily root of the history, for safekeeping outside of the server. */
export type HistoryLetter = {
  locale: MailLocale
  /** Number, hash and time (ISO 8601) of the root. */
  no: number
  hash: string
  at: string
  chains: number
  events: number
  /** Address of the installation. */
  url: string
  /** Chains that look forged; null: none. */
  suspects: string | null
}

const words = {
  es: {
    subject: (no: number) => `Raíz ${no} del historial de Foja`,
    alarm: (no: number) => `ATENCIÓN: historial alterado (raíz ${no})`,
    body: 'Guarda este correo: esta raíz resume todo el historial hasta ese momento. La raíz cambia si alguien modifica un hecho anterior.',
    suspects: (chains: string) =>
      `Hay cadenas que cambiaron fuera de Foja: ${chains}. Detén Foja y ejecuta npm run doctor.`,
    check: (no: number, hash: string) =>
      `Para comprobarla: npm run audit -- export --out historial.jsonl, y luego npm run audit -- verify-export historial.jsonl --root ${no}:${hash}`,
    root: 'Raíz',
    at: 'Fecha',
    chains: 'Cadenas',
    events: 'Hechos',
    at_server: 'Servidor',
    note: 'Lo recibes porque tu dirección está en HISTORY_MAIL_TO.',
  },
  en: {
    subject: (no: number) => `Root ${no} of the history of Foja`,
    alarm: (no: number) => `ATTENTION: history altered (root ${no})`,
    body: 'Keep this message: this root sums up the whole history until then. The root changes if an earlier event is modified.',
    suspects: (chains: string) =>
      `Some chains were changed outside of Foja: ${chains}. Stop Foja and run npm run doctor.`,
    check: (no: number, hash: string) =>
      `To check it: npm run audit -- export --out history.jsonl, then npm run audit -- verify-export history.jsonl --root ${no}:${hash}`,
    root: 'Root',
    at: 'Date',
    chains: 'Chains',
    events: 'Events',
    at_server: 'Server',
    note: 'You receive this because your address is in HISTORY_MAIL_TO.',
  },
}

export function historyLetter({ locale, no, hash, suspects, ...letter }: HistoryLetter): RenderedLetter {
  const text = words[locale]
  return renderLetter({
    locale,
    subject: suspects === null ? text.subject(no) : text.alarm(no),
    paragraphs: [...(suspects === null ? [] : [text.suspects(suspects)]), text.body, text.check(no, hash)],
    facts: [
      { label: text.root, value: `${no}:${hash}` },
      { label: text.at, value: letter.at },
      { label: text.chains, value: String(letter.chains) },
      { label: text.events, value: String(letter.events) },
      { label: text.at_server, value: letter.url },
    ],
    notes: [text.note],
  })
}
