import { useFormat } from '../../../lib/texts/texts.tsx'
import type { Draft, DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'

type Props = {
  sender: string
  /** The first who is asked. */
  to: DraftRecipient | undefined
  documents: readonly { nombre: string }[]
  draft: Pick<Draft, 'mensaje' | 'lastDay'>
  /** Of the request. */
  title: string
}

/** What the first recipient reads in their email. */
export function MailPreview({ sender, to, documents, draft, title }: Props) {
  const ask = useAskTexts()
  const { locale } = useFormat()
  const act = to?.rol === 'aprueba' ? 'aprueba' : 'firma'
  const name = to?.nombre.trim().split(/\s+/)[0] ?? ''
  const [first] = documents
  const what =
    first === undefined ? ask.noneYet : documents.length === 1 ? `«${first.nombre}»` : ask.several(documents.length)
  const end = new Date(`${draft.lastDay}T12:00:00`)
  const until = Number.isNaN(end.getTime())
    ? '…'
    : end.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')
  return (
    <section aria-labelledby="preview-title" className="flex flex-col gap-2">
      <h2 id="preview-title" className="font-semibold">
        {name === '' ? ask.previewNoOne : ask.preview(name)}
      </h2>
      <div className="overflow-hidden rounded-lg border border-line text-small">
        <p className="border-b border-line px-3.5 py-2.5 font-semibold wrap-anywhere">{ask.subject(act, title)}</p>
        <div className="flex flex-col gap-2 bg-canvas px-3.5 py-3">
          {name !== '' && <p>{ask.hello(name)}</p>}
          <p className="wrap-anywhere">{ask.sentence(sender, act, what, until)}</p>
          {draft.mensaje.trim() !== '' && (
            <p className="border-l-2 border-line pl-3 whitespace-pre-line text-ink-muted wrap-anywhere">
              {draft.mensaje.trim()}
            </p>
          )}
          <span aria-hidden className="rounded-lg bg-terciary py-2 text-center font-semibold text-on-dark">
            {ask.openButton[act]}
          </span>
          <p className="text-ink-muted">{ask.noAccount[to?.rol === 'firma_simple' ? 'firma_simple' : act]}</p>
        </div>
      </div>
    </section>
  )
}
