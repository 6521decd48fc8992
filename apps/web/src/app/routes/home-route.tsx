import { useQuery } from '@tanstack/react-query'
import { BadgeAlert, BadgeCheck, CalendarClock, CircleCheckBig, Clock, Plus } from 'lucide-react'
import { signerQuery, type SignerState } from '../../features/signing/api/signer.ts'
import { useExpiry } from '../../features/signing/components/certificate-card.tsx'
import { gradeExpiry } from '../../features/signing/expiry.ts'
import { metricsQuery } from '../../features/solicitudes/api/metrics.ts'
import { useFormat, useTexts } from '../../i18n/texts.tsx'
import { AppLink } from '../../domain/app-link.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FigureCard } from '../../ui/tile.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../use-may.ts'
import { HomeCases } from './home-cases.tsx'

/** What there is and what awaits the person: only figures that the server gives. */
export function HomeRoute() {
  const { app, home } = useTexts()
  const { longDate } = useFormat()
  const { data: session } = useSession()
  const mayCreate = useMay('solicitud.create')
  const signer = useQuery(signerQuery)
  const hour = new Date().getHours()
  const name = session?.user.name.split(' ')[0] ?? ''
  const greet = hour < 12 ? home.morning : hour < 19 ? home.afternoon : home.evening
  return (
    <AppPage crumbs={[{ label: app.nav.home }]}>
      <PageHeader
        title={greet(name)}
        note={<span className="first-letter:uppercase">{longDate(Date.now())}</span>}
        actions={
          mayCreate ? (
            <Button asChild variant="primary" icon={<Plus />}>
              <AppLink to={paths.newSolicitud()}>{home.new}</AppLink>
            </Button>
          ) : undefined
        }
      />
      {signer.data !== undefined && <SignerNotice signer={signer.data} />}
      <Figures signer={signer.data} />
      <HomeCases mayCreate={mayCreate} />
    </AppPage>
  )
}

function SignerNotice({ signer }: { signer: SignerState }) {
  const { home, signing } = useTexts()
  const { plural, date } = useFormat()
  const { certificate } = signer
  const link = (text: string) => <AppLink to={paths.signer()}>{text}</AppLink>
  if (certificate === null) {
    return (
      <Alert variant="info" className="mb-4" title={home.setUpTitle} action={link(home.setUpButton)}>
        {home.setUpText}
      </Alert>
    )
  }
  const grade = gradeExpiry(certificate.days_left)
  if (grade === 'fine') return null
  const days = certificate.days_left
  const [title, text] =
    grade === 'expired'
      ? [home.expiredTitle, home.expiredText]
      : [
          days === 0 ? home.expiresTodayTitle : home.expiresTitle(plural(days, signing.days)),
          grade === 'urgent' ? home.expiresSoonText : home.expiresText,
        ]
  return (
    <Alert
      variant={grade === 'notice' ? 'info' : grade === 'warning' ? 'warning' : 'error'}
      className="mb-4"
      title={title}
      action={link(home.renew)}
    >
      {text(date(certificate.not_after))}
    </Alert>
  )
}

function Figures({ signer }: { signer: SignerState | undefined }) {
  const { home } = useTexts()
  const { number } = useFormat()
  const { data } = useQuery(metricsQuery)
  const rules = new Intl.PluralRules('es')
  const word = (count: number, forms: { one: string; other: string }) =>
    rules.select(count) === 'one' ? forms.one : forms.other
  if (data === undefined) {
    return (
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        {['pendiente', 'agendado', 'concluido', 'certificate'].map((key) => (
          <Card key={key} className="flex items-center gap-4 p-4">
            <Skeleton className="size-9" />
            <div className="flex flex-1 flex-col gap-2 py-1.5">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-3 w-32" />
            </div>
          </Card>
        ))}
      </div>
    )
  }
  return (
    <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
      <FigureCard
        icon={<Clock />}
        tone="warning"
        value={number(data.pendiente)}
        label={word(data.pendiente, home.pendiente)}
        note={home.pendienteNote}
      />
      <FigureCard
        icon={<CalendarClock />}
        tone="info"
        value={number(data.agendado)}
        label={word(data.agendado, home.agendado)}
        note={home.agendadoNote}
      />
      <FigureCard
        icon={<CircleCheckBig />}
        tone="success"
        value={number(data.concluido)}
        label={word(data.concluido, home.concluido)}
        note={home.concluidoNote}
      />
      {signer === undefined ? <Card /> : <CertificateFigure signer={signer} />}
    </div>
  )
}

function CertificateFigure({ signer }: { signer: SignerState }) {
  const { home } = useTexts()
  const { certificate: texts } = home
  const { certificate } = signer
  if (certificate === null) {
    return <FigureCard icon={<BadgeAlert />} tone="primary" value={texts.none} label="" note={texts.noneNote} />
  }
  return <KnownCertificate certificate={certificate} />
}

function KnownCertificate({ certificate }: { certificate: NonNullable<SignerState['certificate']> }) {
  const { home } = useTexts()
  const { plural } = useFormat()
  const { certificate: texts } = home
  const expiry = useExpiry(certificate)
  if (expiry.grade === 'expired' || certificate.problems.length > 0) {
    const value = expiry.grade === 'expired' ? texts.expired : texts.blocked
    return <FigureCard icon={<BadgeAlert />} tone="error" value={value} label={texts.label} note={expiry.text} />
  }
  if (expiry.grade !== 'fine') {
    const value = plural(certificate.days_left, texts.left)
    const tone = expiry.grade === 'urgent' ? 'error' : expiry.grade === 'warning' ? 'warning' : 'info'
    return <FigureCard icon={<BadgeAlert />} tone={tone} value={value} label={texts.leftLabel} note={expiry.text} />
  }
  return <FigureCard icon={<BadgeCheck />} tone="success" value={texts.ok} label={texts.label} note={expiry.text} />
}
