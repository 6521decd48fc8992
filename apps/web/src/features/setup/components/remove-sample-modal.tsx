import type { SampleOffice } from '@foja/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSetupTexts } from '../texts/setup.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { removeSample } from '../api/sample-office.ts'
import { useContents } from '../use-contents.ts'

/** Confirms the removal of the sample, and says what is deleted and what stays. */
export function RemoveSampleModal({ sample, onClose }: { sample: SampleOffice; onClose: () => void }) {
  const setup = useSetupTexts()
  const { plural } = useFormat()
  const contents = useContents()
  const queries = useQueryClient()
  const form = useFormSend({
    send: removeSample,
    fields: [],
    onDone: async () => {
      onClose()
      // The sample may be in any query.
      await queries.invalidateQueries()
      toast.success(setup.sampleGone)
    },
  })
  const effects = [
    setup.sampleGoes(sample.nombre, contents(sample)),
    ...(sample.se_quedan === 0 ? [] : [setup.sampleKept(plural(sample.se_quedan, setup.sampleCases))]),
    setup.sampleStays,
    setup.sampleForGood,
  ]
  return (
    <FormModal
      variant="danger"
      title={setup.sampleRemoveTitle}
      submit={setup.sampleRemove}
      icon={<Trash2 />}
      {...form.state}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </FormModal>
  )
}
