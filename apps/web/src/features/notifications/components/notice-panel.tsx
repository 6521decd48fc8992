import * as Dialog from 'radix-ui/dialog'
import type { Notification, NotificationKind } from '@foja/contracts/notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import {
  BellOff,
  Check,
  CheckCheck,
  CloudOff,
  CalendarCheck,
  CalendarClock,
  CircleCheckBig,
  CircleX,
  Eye,
  FileStack,
  Handshake,
  Inbox,
  MailX,
  Send,
  Share2,
  Signature,
  Undo2,
  UserRoundCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useNoticesTexts } from '../texts/notices.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useCloseOnBack } from '../../../lib/router/use-close-on-back.ts'
import { Count, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { markRead, noticesQuery, type NoticePage } from '../api/notifications.ts'
import { unreadQuery } from '../api/unread.ts'
import { describeNotice, placeOf } from '../describe-notice.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { IconTile } from '../../../ui/tile.tsx'

const looks: Record<NotificationKind, { icon: ReactNode; tone: Tone }> = {
  'solicitud.sent': { icon: <Send />, tone: 'info' },
  'solicitud.assigned': { icon: <UserRoundCheck />, tone: 'primary' },
  'solicitud.scheduled': { icon: <CalendarCheck />, tone: 'info' },
  'solicitud.returned': { icon: <Undo2 />, tone: 'warning' },
  'solicitud.concluded': { icon: <CircleCheckBig />, tone: 'success' },
  'solicitud.reminder': { icon: <CalendarClock />, tone: 'warning' },
  'mediation.changed': { icon: <Handshake />, tone: 'info' },
  'document.signed': { icon: <Signature />, tone: 'success' },
  'document.shared': { icon: <Share2 />, tone: 'info' },
  'template.filled': { icon: <FileStack />, tone: 'success' },
  'email.failed': { icon: <MailX />, tone: 'error' },
  'share.opened': { icon: <Eye />, tone: 'neutral' },
  'request.completed': { icon: <CircleCheckBig />, tone: 'success' },
  'request.declined': { icon: <CircleX />, tone: 'error' },
  'request.expired': { icon: <CalendarClock />, tone: 'warning' },
  'documents.delivered': { icon: <Inbox />, tone: 'success' },
  'documents.expired': { icon: <CalendarClock />, tone: 'warning' },
  'convocation.answered': { icon: <CalendarCheck />, tone: 'info' },
  'webhook.disabled': { icon: <MailX />, tone: 'error' },
  'retention.due': { icon: <CalendarClock />, tone: 'warning' },
  'user.provisioned': { icon: <UserRoundCheck />, tone: 'info' },
}

/** Icon for the kind of a notification; the text beside it says the same. */
function NoticeIcon({ kind }: { kind: NotificationKind }) {
  const { icon, tone } = looks[kind]
  return (
    <IconTile tone={tone} className="size-7! rounded-full! [&_svg]:size-3.5!">
      {icon}
    </IconTile>
  )
}

type Pages = InfiniteData<NoticePage, string>

/** Marks notifications as read: optimistically, then with the count from the server. */
function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body }: { body: Parameters<typeof markRead>[0]; isRead: (notice: Notification) => boolean }) =>
      markRead(body),
    onMutate: async ({ isRead }) => {
      await queries.cancelQueries({ queryKey: noticesQuery.queryKey })
      queries.setQueryData<Pages>(
        noticesQuery.queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              results: page.results.map((notice) => (isRead(notice) ? { ...notice, read: true } : notice)),
            })),
          },
      )
    },
    onSettled: () => invalidate(queries, queryKeys.notifications()),
  })
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** The panel of the bell: below it on wide pages, a bottom sheet on phones. */
export function NoticePanel({ open, onOpenChange }: Props) {
  const notices = useNoticesTexts()
  const ui = useUiTexts()
  const { number } = useFormat()
  const unread = useQuery(unreadQuery)
  const query = useInfiniteQuery({ ...noticesQuery, enabled: open })
  const mark = useMarkRead()
  const focus = useFocusReturn()
  useCloseOnBack(open, () => onOpenChange(false))
  const all = query.data?.pages.flatMap((page) => page.results) ?? []
  const newest = all[0]
  const waiting = unread.data?.unread ?? 0
  const markAll = () => {
    if (newest !== undefined) mark.mutate({ body: { until: newest.id }, isRead: () => true })
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 max-sm:animate-fade max-sm:bg-[rgb(18_23_30/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.keep}
          onCloseAutoFocus={focus.give}
          className="fixed top-15 right-4 z-40 flex max-h-[70dvh] w-96 animate-in flex-col overflow-hidden rounded-xl border border-line bg-panel text-ink shadow-float focus:outline-none max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:animate-sheet max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)]"
        >
          <header className="flex min-h-13 items-center gap-3 border-b border-line pr-2 pl-5">
            <Dialog.Title className="text-section font-semibold">{notices.title}</Dialog.Title>
            {waiting > 0 && <Count>{number(waiting)}</Count>}
            <span className="ml-auto flex items-center gap-1">
              {waiting > 0 && newest !== undefined && (
                <IconButton label={notices.markAll} onClick={markAll}>
                  <CheckCheck />
                </IconButton>
              )}
              <Dialog.Close asChild>
                <Button variant="ghost" size="sm">
                  {ui.close}
                </Button>
              </Dialog.Close>
            </span>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">
            {query.isLoadingError ? (
              <EmptyState
                icon={<CloudOff />}
                tone="error"
                title={notices.failed}
                action={<Button onClick={() => void query.refetch()}>{notices.retry}</Button>}
              />
            ) : query.data === undefined ? (
              <SkeletonList rows={4} />
            ) : all.length === 0 ? (
              <EmptyState icon={<BellOff />} title={notices.emptyTitle}>
                {notices.emptyText}
              </EmptyState>
            ) : (
              <CardList>
                {all.map((notice) => (
                  <NoticeRow
                    key={notice.id}
                    notice={notice}
                    onOpen={() => onOpenChange(false)}
                    onRead={() => mark.mutate({ body: { ids: [notice.id] }, isRead: ({ id }) => id === notice.id })}
                  />
                ))}
              </CardList>
            )}
            {query.hasNextPage && (
              <div className="border-t border-line p-2 text-center">
                <Button
                  variant="ghost"
                  size="sm"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {notices.older}
                </Button>
              </div>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type RowProps = { notice: Notification; onOpen: () => void; onRead: () => void }

function NoticeRow({ notice, onOpen, onRead }: RowProps) {
  const notices = useNoticesTexts()
  const domain = useDomainTexts()
  const format = useFormat()
  const { sentence, note } = describeNotice(notice, { notices, domain }, format)
  const to = placeOf(notice)
  const follow = () => {
    if (!notice.read) onRead()
    onOpen()
  }
  return (
    <CardRow selected={!notice.read} className="items-start! py-3 hover:bg-canvas">
      <NoticeIcon kind={notice.kind} />
      <div className="min-w-0 flex-1">
        <p className={notice.read ? '' : 'font-medium'}>
          {to === undefined ? (
            sentence
          ) : (
            <AppLink to={to} onClick={follow} className={`wrap-anywhere ${cardLink}`}>
              {sentence}
            </AppLink>
          )}
        </p>
        {note !== '' && <p className="line-clamp-2 text-small text-ink-muted">{note}</p>}
        <p className="text-meta text-ink-muted">
          {!notice.read && <span className="sr-only">{notices.unread}. </span>}
          <time dateTime={notice.at}>{format.relative(notice.at)}</time>
        </p>
      </div>
      {!notice.read && (
        <IconButton label={notices.markOne(sentence)} tooltip={false} size="sm" className="z-1 -mr-2" onClick={onRead}>
          <Check />
        </IconButton>
      )}
    </CardRow>
  )
}
