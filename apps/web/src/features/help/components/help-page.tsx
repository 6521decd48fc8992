import { Search, SearchX } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, cardLink } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useHelpTexts } from '../texts/help.ts'
import { topicSearch } from '../search-topics.ts'
import { tabIcons } from '../tab-icons.tsx'
import { findTopics, pageOf, publicPages } from '../topic-pages.ts'
import { helpTabs, topicsOf, type HelpTab, type HelpTopic } from '../topics.ts'
import { useTopics } from '../use-topics.ts'
import { EvidenceCard } from './evidence-card.tsx'
import { TopicPicture } from './topic-picture.tsx'

export type HelpSearch = {
  q?: string | undefined
  para?: HelpTab | undefined
  /** The topic that is open. */
  tema?: HelpTopic | undefined
  /** The path of the page that linked here: its topics come first. */
  desde?: string | undefined
}

type Props = {
  search: HelpSearch
  onSearch: (search: HelpSearch) => void
  /** The tab of the user's role, shown first. */
  ownTab: HelpTab
  signedIn: boolean
  rail: ReactNode
}

/** Topics offered below the search field. */
const examples = ['keyFails', 'toConfirm', 'goBack'] as const satisfies readonly HelpTopic[]

/** Explains each page; searched in the browser, without a call. */
export function HelpPage({ search, onSearch, ownTab, signedIn, rail }: Props) {
  const help = useHelpTexts()
  const q = search.q?.trim() ?? ''
  const tab = search.para ?? ownTab
  const topics = useTopics()
  const ofPage = findTopics(search.desde ?? '')
  const open = (tema: HelpTopic | undefined) => onSearch({ ...search, tema })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0">
        <h1 data-title={help.title} className="mb-4 text-title-phone font-semibold md:text-title">
          {help.heading}
        </h1>
        <SearchField
          value={search.q ?? ''}
          onChange={(next) => onSearch({ ...search, q: next === '' ? undefined : next })}
        />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <span className="text-small text-ink-muted">{help.examples}</span>
          {examples.map((topic) => (
            <Button key={topic} size="sm" className="rounded-full! font-medium!" onClick={() => open(topic)}>
              {topics[topic].title}
            </Button>
          ))}
        </div>
        {q === '' && ofPage.length > 0 && (
          <section className="mt-5" aria-labelledby="help-here">
            <h2 id="help-here" className="mb-3 font-semibold">
              {help.here}
            </h2>
            <Topics topics={ofPage} level="h3" onOpen={open} />
          </section>
        )}
        {q === '' ? (
          <Tabs
            flush
            className="mt-3 [--tab-ground:var(--canvas)]"
            label={help.tabsLabel}
            value={tab}
            onValueChange={(para) => onSearch({ ...search, para })}
            tabs={helpTabs.map((value) => ({
              value,
              label: (
                <>
                  <span aria-hidden className="max-sm:hidden [&_svg]:size-4.5">
                    {tabIcons[value]}
                  </span>
                  {help.tabs[value]}
                </>
              ),
            }))}
          >
            {helpTabs.map((value) => (
              <TabPanel key={value} value={value} className="pt-4">
                <Topics topics={topicsOf[value].filter((topic) => !ofPage.includes(topic))} onOpen={open} />
              </TabPanel>
            ))}
          </Tabs>
        ) : (
          <Found q={q} onOpen={open} onAll={() => onSearch({ ...search, q: undefined })} />
        )}
        <EvidenceCard />
      </div>
      <div className="flex min-w-0 flex-col gap-4">{rail}</div>
      <TopicModal topic={search.tema} signedIn={signedIn} onClose={() => open(undefined)} />
    </div>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const help = useHelpTexts()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <span className="relative flex items-center">
      <Search aria-hidden className="pointer-events-none absolute left-4 size-5 text-ink-muted" />
      <input
        ref={input}
        type="search"
        aria-label={help.search}
        placeholder={help.placeholder}
        maxLength={100}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-12 w-full min-w-0 rounded-lg border border-control bg-panel pr-14 pl-12 text-[1rem] text-ink"
      />
      <span aria-hidden className="pointer-events-none absolute right-4 max-sm:hidden">
        <Kbd>/</Kbd>
      </span>
    </span>
  )
}

function Found({ q, onOpen, onAll }: { q: string; onOpen: (topic: HelpTopic) => void; onAll: () => void }) {
  const help = useHelpTexts()
  const topics = useTopics()
  const { plural } = useFormat()
  const search = useMemo(() => topicSearch(topics, help.fillers), [topics, help])
  const found = search(q)
  return (
    <div className="mt-5">
      <output className="mb-3 block text-small text-ink-muted">{plural(found.length, help.found)}</output>
      {found.length > 0 ? (
        <Topics topics={found} onOpen={onOpen} />
      ) : (
        <Card>
          <EmptyState
            icon={<SearchX />}
            title={help.nothingTitle(q)}
            action={<Button onClick={onAll}>{help.seeAll}</Button>}
          >
            {help.nothingText}
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

type TopicsProps = { topics: readonly HelpTopic[]; level?: 'h2' | 'h3'; onOpen: (topic: HelpTopic) => void }

function Topics({ topics, level: Heading = 'h2', onOpen }: TopicsProps) {
  const help = useHelpTexts()
  const texts = useTopics()
  const { plural } = useFormat()
  const id = useId()
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-4">
      {topics.map((topic) => (
        <li key={topic} className="flex">
          <Card variant="interactive" className="flex w-full flex-col" aria-labelledby={`${id}-${topic}`}>
            <TopicPicture topic={topic} className="rounded-t-lg border-b max-sm:hidden" />
            <div className="flex flex-1 flex-col gap-0.5 p-4">
              <Heading id={`${id}-${topic}`} className="font-semibold">
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className={`text-left ${cardLink}`}
                  onClick={() => onOpen(topic)}
                >
                  {texts[topic].title}
                </button>
              </Heading>
              <p className="text-small text-ink-muted sm:hidden">{texts[topic].text}</p>
              <p className="mt-auto text-small text-ink-muted">{plural(texts[topic].steps.length, help.steps)}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

type ModalProps = { topic: HelpTopic | undefined; signedIn: boolean; onClose: () => void }

function TopicModal({ topic, signedIn, onClose }: ModalProps) {
  const help = useHelpTexts()
  const topics = useTopics()
  const shown = topic === undefined ? undefined : topics[topic]
  const page = topic === undefined ? null : pageOf[topic]
  return (
    <Modal
      open={shown !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={shown?.title ?? ''}
      description={shown?.text}
      footer={
        page !== null && (signedIn || publicPages.includes(page)) ? (
          <Button asChild variant="primary">
            <AppLink to={page}>{help.open}</AppLink>
          </Button>
        ) : undefined
      }
    >
      {topic !== undefined && <TopicPicture topic={topic} className="mb-4 rounded-lg border" />}
      <ol className="flex flex-col gap-3 pb-2">
        {shown?.steps.map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-soft-primary text-meta font-semibold text-on-soft-primary"
            >
              {at + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
