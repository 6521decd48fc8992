import type { FailedJob, FailedJobs } from '@foja/contracts/status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList } from '../../../ui/card.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { textLink } from '../../../ui/link.ts'
import { discardJob, failedJobsQuery, retryJob } from '../api/failed-jobs.ts'
import { statusQuery } from '../api/status.ts'
import { useStatusTexts } from '../texts/status.ts'

/** The jobs that failed at every try, to retry or discard; nothing while there are none. */
export function FailedJobsCard() {
  const { failedJobs: texts } = useStatusTexts()
  const query = useQuery(failedJobsQuery)
  const [discarding, setDiscarding] = useState<FailedJob | null>(null)
  const jobs = query.data?.results ?? []
  if (jobs.length === 0 && !query.isLoadingError) return null
  return (
    <Card aria-labelledby="failed-jobs-title">
      <CardHeader
        title={texts.title}
        titleId="failed-jobs-title"
        count={query.isLoadingError ? undefined : jobs.length}
      />
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <CardList>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} onDiscard={() => setDiscarding(job)} />
            ))}
          </CardList>
          <CardBody className="border-t border-line text-small text-ink-muted">
            {texts.kept}{' '}
            <AppLink to={paths.outbox()} className={textLink}>
              {texts.outbox}
            </AppLink>
          </CardBody>
        </>
      )}
      {discarding !== null && <DiscardModal job={discarding} onClose={() => setDiscarding(null)} />}
    </Card>
  )
}

/** Shows the jobs that remain after an action, and has the services counted again. */
function useRemaining() {
  const queries = useQueryClient()
  return (remaining: FailedJobs) => {
    queries.setQueryData(failedJobsQuery.queryKey, remaining)
    void queries.invalidateQueries({ queryKey: statusQuery.queryKey })
  }
}

function JobRow({ job, onDiscard }: { job: FailedJob; onDiscard: () => void }) {
  const { failedJobs: texts } = useStatusTexts()
  const { relative } = useFormat()
  const retry = useToastMutation({ mutationFn: () => retryJob(job.id), onSuccess: useRemaining() })
  const facts = [relative(job.failed_at), texts.tries(job.tries), job.code]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="text-body font-semibold">{job.title}</h3>
        <p className="text-body wrap-anywhere">{job.reason}</p>
        <p className="text-small text-ink-muted wrap-anywhere figures">{facts.join(' · ')}</p>
        {job.request_id !== null && (
          <p className="text-small text-ink-muted">
            {texts.request} <span className="code wrap-anywhere">{job.request_id}</span>
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={texts.retryOf(job.title)}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {texts.retry}
        </Button>
        <Button size="sm" variant="ghost" aria-label={texts.discardOf(job.title)} onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
    </li>
  )
}

function DiscardModal({ job, onClose }: { job: FailedJob; onClose: () => void }) {
  const { failedJobs: texts } = useStatusTexts()
  const show = useRemaining()
  const discard = useToastMutation({
    mutationFn: () => discardJob(job.id),
    onSuccess: (remaining) => {
      show(remaining)
      onClose()
    },
  })
  return (
    <ConfirmModal
      variant="danger"
      title={texts.discardTitle}
      description={texts.discardText(job.title)}
      confirm={texts.discardConfirm}
      busy={discard.isPending}
      onConfirm={() => discard.mutate()}
      onClose={onClose}
    />
  )
}
