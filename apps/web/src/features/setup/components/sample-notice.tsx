import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SampleOffice } from '@foja/contracts/setup'
import { Trash2 } from 'lucide-react'
import { useSetupTexts } from '../texts/setup.ts'
import { Notice } from '../../../ui/notice.tsx'
import { sampleOfficeQuery, removeSample } from '../api/sample-office.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'

type Counts = { personas: number; expedientes: number; documentos: number; plantillas: number }

/** Describes the content of the sample: `6 personas, 12 expedientes, 15 documentos y 2 plantillas`. */
function useContents(): (counts: Counts) => string {
  const setup = useSetupTexts()
  const { plural, locale } = useFormat()
  const list = new Intl.ListFormat(locale)
  return ({ personas, expedientes, documentos, plantillas }) =>
    list.format([
      plural(personas, setup.samplePeople),
      plural(expedientes, setup.sampleCases),
      plural(documentos, setup.sampleDocuments),
      plural(plantillas, setup.sampleTemplates),
    ])
}

/** Confirms the removal of the sample, and says what is deleted and what stays. */
function RemoveSampleModal({ sample, onClose }: { sample: SampleOffice; onClose: () => void }) {
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

/** Says which company is the sample, with a button that removes it. */
export function SampleNotice() {
  const setup = useSetupTexts()
  const { data: sample } = useQuery(sampleOfficeQuery)
  const [asks, setAsks] = useState(false)
  if (sample === undefined || sample === null) return null
  return (
    <>
      <Notice
        id="sample"
        variant="info"
        title={setup.sampleTitle}
        action={
          <button type="button" className="touch-target hover:underline" onClick={() => setAsks(true)}>
            {setup.sampleQuit}
          </button>
        }
      >
        {setup.sampleText(sample.nombre)}
      </Notice>
      {asks && <RemoveSampleModal sample={sample} onClose={() => setAsks(false)} />}
    </>
  )
}
