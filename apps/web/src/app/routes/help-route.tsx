import type { Role } from '@foja/contracts/roles'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { AskCard, ShortcutsCard, SignInHelpCard, StepsCard } from '../../features/help/components/help-rail.tsx'
import { HelpPage, type HelpSearch } from '../../features/help/components/help-page.tsx'
import { useHelpTexts } from '../../features/help/texts/help.ts'
import { everyTopic, helpTabs, type HelpTab } from '../../features/help/topics.ts'
import { useHomeTexts } from '../../features/home/texts/home.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { renderLink } from '../../shared/app-link.tsx'
import { peopleQuery } from '../../shared/people.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { PublicLayout } from '../shell/public-layout.tsx'
import { useFirstSteps } from '../use-first-steps.ts'

const route = routeOf('/ayuda')

const tabOf: Record<Role, HelpTab> = {
  admin: 'administer',
  gestor: 'manage',
  mediador: 'mediate',
  usuario: 'sign',
}

function readSearch({ q, para, tema, desde }: Record<string, unknown>): HelpSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined)
  return {
    q: text(q),
    para: helpTabs.find((tab) => tab === para),
    tema: everyTopic.find((topic) => topic === tema),
    desde: text(desde),
  }
}

/** Works with and without a session. */
export function HelpRoute() {
  const help = useHelpTexts()
  const { data: session } = useSession()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const onSearch = useCallback((search: HelpSearch) => void navigate({ search, replace: true }), [navigate])
  const search = readSearch(raw)
  if (session === null) {
    return (
      <PublicLayout home={paths.home()} renderLink={renderLink} title={help.title} signIn={paths.signIn()}>
        <HelpPage search={search} onSearch={onSearch} ownTab="sign" signedIn={false} rail={<SignInHelpCard />} />
      </PublicLayout>
    )
  }
  return (
    <AppPage crumbs={[{ label: help.title }]} phoneTitle={help.title}>
      <HelpPage
        search={search}
        onSearch={onSearch}
        ownTab={tabOf[session.user.role]}
        signedIn
        rail={
          <>
            <Steps />
            <ShortcutsCard />
            <Ask />
          </>
        }
      />
    </AppPage>
  )
}

function Steps() {
  const { steps } = useHomeTexts()
  return <StepsCard steps={useFirstSteps().map((step) => ({ ...step, label: steps[step.key].label }))} />
}

/** Roles that can change permissions and settings. */
const keepers: readonly Role[] = ['admin', 'gestor']

function Ask() {
  const { data: session } = useSession()
  const people = useQuery(peopleQuery('', { staff: true }))
  return (
    <AskCard
      people={people.data?.filter(({ id, role }) => keepers.includes(role) && id !== session?.user.id).slice(0, 5)}
      failed={people.isError}
      onRetry={() => void people.refetch()}
    />
  )
}
