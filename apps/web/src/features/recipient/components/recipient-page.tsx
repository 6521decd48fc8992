import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { ProblemError } from '../../../lib/api/call.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyPart, useFetchAhead } from '../../../ui/lazy-part.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { isToken, recipientQuery, type View } from '../api/recipient.ts'
import { tellHost } from '../tell-host.ts'
import { useDeliveryTexts } from '../texts/delivery.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { actOf } from '../words.ts'
import { useCopies } from '../use-copies.ts'
import { Early, Ended, Gone, type Ending } from './ended.tsx'
import { OfficeBar } from './office-bar.tsx'
import { ReadAndAct } from './read-and-act.tsx'

const DeliveryPage = lazyPart(async () => (await import('../delivery/delivery-page.tsx')).DeliveryPage)
const ConvocationPage = lazyPart(async () => (await import('../convocation/convocation-page.tsx')).ConvocationPage)
const CodeStep = lazyPart(async () => (await import('./code-step.tsx')).CodeStep)
const CopiesPage = lazyPart(async () => (await import('./copies-page.tsx')).CopiesPage)

type Props = {
  token: string
  /** Id of `<main>`. */
  mainId: string
  /** The product, where the office is not known. */
  brand: ReactNode
  /** Language and appearance. */
  tools: ReactNode
}

/** The page of a recipient without an account: what they are asked, by whom, and their part of it. */
export function RecipientPage({ token, mainId, brand, tools }: Props) {
  const query = useQuery({ ...recipientQuery(token), enabled: isToken(token) })
  const { data, error } = query
  const refused = error instanceof ProblemError && (error.status === 404 || error.problem.code === 'validation_failed')
  const frame = { mainId, tools }
  const texts = useRecipientTexts()
  const delivery = useDeliveryTexts()
  useFetchAhead(CopiesPage, data?.kind === 'firmas')
  const opened = data !== undefined && data.kind !== 'codigo' ? data.id : null
  useEffect(() => {
    if (opened !== null) tellHost('opened', opened)
  }, [opened])

  if (!refused && isToken(token) && data?.kind === 'documentos') {
    return (
      <Frame {...frame} bar={<NamedBar view={data} note={delivery.bar} tools={tools} />}>
        <DeliveryPage fallback={<Waiting />} token={token} view={data} />
      </Frame>
    )
  }
  if (!refused && data?.kind === 'convocatoria') {
    return (
      <Frame {...frame} bar={<NamedBar view={data} note={texts.conveneBar} tools={tools} />}>
        <ConvocationPage fallback={<Waiting />} token={token} view={data} />
      </Frame>
    )
  }
  if (!refused && data?.kind === 'codigo') {
    return (
      <Frame {...frame} bar={<NamedBar view={data} note={texts.codeBar} tools={tools} />}>
        <CodeStep fallback={<Waiting />} token={token} view={data} />
      </Frame>
    )
  }
  return (
    <SigningPage
      token={token}
      brand={brand}
      query={query}
      view={data?.kind === 'firmas' ? data : undefined}
      refused={refused}
      {...frame}
    />
  )
}

type SigningProps = Props & { query: UseQueryResult; view: View | undefined; refused: boolean }

function SigningPage({ token, mainId, brand, tools, query, view: data, refused }: SigningProps) {
  const [ending, setEnding] = useState<Ending | null>(null)
  const frame = { mainId, tools }

  if (ending !== null) {
    return (
      <Frame {...frame} view={ending.view}>
        <Ended ending={ending} />
      </Frame>
    )
  }
  if (!refused && data?.recipient.status === 'en_espera' && data.status === 'enviada') {
    return (
      <Frame {...frame} view={data}>
        <Early view={data} />
      </Frame>
    )
  }
  if (!isToken(token) || refused || data?.acts.length === 0) {
    return (
      <Frame {...frame} brand={brand}>
        <Gone />
      </Frame>
    )
  }
  if (data === undefined) {
    return (
      <Frame {...frame} brand={brand}>
        {query.isLoadingError ? (
          <Card className="mx-auto my-auto w-full max-w-112">
            <LoadFailed error={query.error} onRetry={() => void query.refetch()} level={1} />
          </Card>
        ) : (
          <Waiting />
        )}
      </Frame>
    )
  }
  const mayAct = (['fill', 'sign', 'sign_simple', 'approve'] as const).some((act) => data.acts.includes(act))
  if (!mayAct) return <Copies token={token} view={data} {...frame} />
  return (
    <ReadAndAct
      token={token}
      view={data}
      {...frame}
      onBroken={() => void query.refetch()}
      onEnded={(next) => {
        tellHost(next === null ? 'declined' : 'delegated', data.id)
        setEnding({ view: data, next })
      }}
    />
  )
}

const Waiting = () => (
  <Card className="mx-auto w-full max-w-160">
    <SkeletonList rows={4} header />
  </Card>
)

type FrameProps = {
  mainId: string
  tools: ReactNode
  brand?: ReactNode
  view?: View
  /** Instead of the bar of `view`. */
  bar?: ReactNode
  children: ReactNode
}

function Frame({ mainId, tools, brand, view, bar, children }: FrameProps) {
  const plain = (
    <header className="flex h-14 shrink-0 items-center border-b border-line bg-panel px-4 md:px-6">
      {brand}
      <div className="ml-auto flex items-center gap-1">{tools}</div>
    </header>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      {bar ?? (view === undefined ? plain : <ViewBar view={view} tools={tools} />)}
      <main id={mainId} tabIndex={-1} className="flex flex-1 flex-col px-4 py-8 focus:outline-none">
        {children}
      </main>
    </div>
  )
}

function ViewBar({ view, tools }: { view: View; tools: ReactNode }) {
  const texts = useRecipientTexts()
  return <OfficeBar company={view.company} logo={view.logo} note={texts.bar[actOf(view.recipient.rol)]} tools={tools} />
}

type NamedProps = { view: { company: string; logo: string | null }; note: string; tools: ReactNode }

const NamedBar = ({ view, ...rest }: NamedProps) => <OfficeBar company={view.company} logo={view.logo} {...rest} />

function Copies({ token, view, mainId, tools }: { token: string; view: View } & Pick<FrameProps, 'mainId' | 'tools'>) {
  const copies = useCopies(token)
  return (
    <div className="flex min-h-dvh flex-col">
      <ViewBar view={view} tools={tools} />
      <main id={mainId} tabIndex={-1} className="flex flex-1 flex-col bg-canvas focus:outline-none">
        <CopiesPage view={view} copies={copies} />
      </main>
    </div>
  )
}
