import type { BackupStatus } from '@foja/contracts/status'
import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Facts } from '../../../ui/details.tsx'
import { makeBackup, statusQuery } from '../api/status.ts'
import { marks } from '../state-marks.tsx'
import { useStatusTexts } from '../texts/status.ts'
import { capitalize } from '../../../lib/format/format.ts'

/** The last backup by schedule: its age, what is wrong with it, and where the next one goes. */
export function BackupCard({ backup }: { backup: BackupStatus }) {
  const { backup: texts, states } = useStatusTexts()
  const { tone, icon } = marks[backup.state]
  const { problem, next, running, last, schedule } = backup
  return (
    <Card aria-labelledby="backup-title">
      <CardHeader
        title={texts.title}
        titleId="backup-title"
        action={
          <Badge variant={tone} icon={icon}>
            {backup.state === 'off' ? texts.off : states[backup.state]}
          </Badge>
        }
      />
      <CardBody className="flex flex-col gap-4">
        {last !== null && <LastBackup last={last} />}
        {(problem !== null || running) && (
          <div aria-live="polite">
            {problem !== null && (
              <p className={cn('text-body wrap-anywhere', backup.state === 'failed' && 'text-error-ink')}>{problem}</p>
            )}
            <p className="text-small text-ink-muted wrap-anywhere">{running ? texts.running : next}</p>
          </div>
        )}
        {schedule !== null && (
          <>
            <Plan schedule={schedule} />
            <MakeBackup running={running} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function LastBackup({ last: { at, bytes, ms } }: { last: NonNullable<BackupStatus['last']> }) {
  const { backup: texts } = useStatusTexts()
  const format = useFormat()
  const age = format.relative(at)
  const facts = [
    format.dateTime(at),
    ...(bytes === null ? [] : [format.bytes(bytes)]),
    ...(ms === null ? [] : [texts.took(Math.max(1, Math.round(ms / 1000)))]),
  ]
  return (
    <div>
      <p className="text-figure font-semibold figures">{capitalize(age)}</p>
      <p className="text-small text-ink-muted figures">{facts.join(' · ')}</p>
    </div>
  )
}

function Plan({ schedule: { folder, keep, next_at } }: { schedule: NonNullable<BackupStatus['schedule']> }) {
  const { backup: texts } = useStatusTexts()
  const { until } = useFormat()
  const items = [
    { label: texts.folder, value: folder },
    { label: texts.keeps, value: texts.days(keep) },
    { label: texts.nextOne, value: until(next_at) },
  ]
  return <Facts className="border-t border-line pt-4 figures" items={items} />
}

function MakeBackup({ running }: { running: boolean }) {
  const { backup: texts } = useStatusTexts()
  const queries = useQueryClient()
  const make = useToastMutation({
    mutationFn: async () => {
      // A reply that is on its way would replace the new state.
      await queries.cancelQueries({ queryKey: statusQuery.queryKey })
      return await makeBackup()
    },
    onSuccess: (backup) =>
      queries.setQueryData(statusQuery.queryKey, (known) => (known === undefined ? known : { ...known, backup })),
  })
  return (
    <Button block loading={make.isPending || running} onClick={() => make.mutate()}>
      {texts.makeNow}
    </Button>
  )
}
