import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSetupTexts } from '../texts/setup.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { sampleOfficeQuery } from '../api/sample-office.ts'
import { RemoveSampleModal } from './remove-sample-modal.tsx'

/** Says which company is the sample, with a button that removes it. */
export function SampleNotice() {
  const setup = useSetupTexts()
  const { data: sample } = useQuery(sampleOfficeQuery)
  const [asks, setAsks] = useState(false)
  if (sample === undefined || sample === null) return null
  return (
    <>
      <Alert
        variant="info"
        className="mb-4"
        title={setup.sampleTitle(sample.nombre)}
        action={<Button onClick={() => setAsks(true)}>{setup.sampleRemove}</Button>}
      >
        {setup.sampleText}
      </Alert>
      {asks && <RemoveSampleModal sample={sample} onClose={() => setAsks(false)} />}
    </>
  )
}
