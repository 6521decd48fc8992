import type { PersonFound } from '@foja/contracts/privacy'
import { areaSummaries } from '@foja/contracts/personal-data'
import { useState } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { PersonPicker, type Chosen } from '../../../shared/person-picker.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendErasure } from '../api/privacy.ts'
import { usePrivacyTexts } from '../texts/privacy.ts'

type Props = { persona: string; person: PersonFound; onClose: () => void; onErased: () => void }

/** What is erased and what stays, with the reason, before the erasure. */
export function EraseModal({ persona, person, onClose, onErased }: Props) {
  const texts = usePrivacyTexts()
  const domain = useDomainTexts()
  const [motivo, setMotivo, clear] = useDraft(`erase-${persona}`, '')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Asked for once the server says that there are open requests.
  const [needsHandOver, setNeedsHandOver] = useState(false)
  const [successor, setSuccessor] = useState<Chosen | null>(null)
  const own = new Set(person.areas.map(({ area }) => area))
  const all = areaSummaries().filter(({ area }) => own.has(area))
  const kept = all.flatMap(({ area }) => texts.keepReasons[area] ?? [])
  const missing = motivo.trim() === ''
  const submit = async () => {
    setShown(true)
    if (missing) return
    setBusy(true)
    setFailure(null)
    try {
      const entregar_a = successor === null ? {} : { entregar_a: successor.id }
      await sendErasure({ persona, motivo: motivo.trim(), ...entregar_a })
    } catch (error) {
      const problem = problemOf(error)
      if (problem?.code === 'handover_required') setNeedsHandOver(true)
      if (isUnreported(error)) setFailure(problem?.detail ?? domain.tryAgainLater)
      setBusy(false)
      return
    }
    clear()
    toast.success(texts.erased)
    onErased()
  }
  return (
    <FormModal
      busy={busy}
      variant="danger"
      title={texts.eraseTitle}
      description={texts.eraseText}
      submit={texts.eraseYes}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <section>
        <h3 className="font-semibold">{texts.willErase}</h3>
        <ul className="list-disc pl-5 text-small">
          {all.map(({ area }) => {
            const text = texts.eraseItems[area]
            return text === undefined ? null : <li key={area}>{text}</li>
          })}
        </ul>
      </section>
      {kept.length > 0 && (
        <section>
          <h3 className="font-semibold">{texts.willKeep}</h3>
          <ul className="list-disc pl-5 text-small">
            {kept.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <Field label={texts.reason} error={shown && missing ? texts.reasonMissing : undefined} required>
        <Textarea maxLength={500} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
      </Field>
      {needsHandOver && (
        <Field label={texts.successor} required>
          <PersonPicker value={successor} onChange={setSuccessor} without={person.user?.id} />
        </Field>
      )}
    </FormModal>
  )
}
