import type { exportOwnData } from '@foja/contracts/privacy'
import { Download } from 'lucide-react'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { useProfileTexts } from '../texts/profile.ts'

/** A copy of everything that is kept of the user. */
export function OwnDataCard() {
  const profile = useProfileTexts()
  const download = useToastMutation({
    mutationFn: async () => {
      const blob = await call<typeof exportOwnData>('GET', '/api/v1/export_own_data/', { as: 'blob' })
      saveBlob(blob, `${profile.ownDataFile}.zip`)
    },
  })
  return (
    <Card aria-labelledby="own-data-title">
      <CardHeader title={profile.ownData} titleId="own-data-title" />
      <CardBody className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">{profile.ownDataText}</p>
        <Button icon={<Download />} disabled={download.isPending} onClick={() => download.mutate()}>
          {profile.ownDataGet}
        </Button>
      </CardBody>
    </Card>
  )
}
