import type { SystemStatus } from '@foja/contracts/status'
import { PackageCheck } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { FileTile } from '../../../ui/tile.tsx'
import { useStatusTexts } from '../texts/status.ts'

const dayMs = 24 * 3_600_000
/** A certificate that ends sooner stands out. */
const soonDays = 15

/** Calendar days from today. */
const daysUntil = (moment: string) =>
  Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / dayMs)

const inkOf = (days: number) =>
  days < 0 ? 'font-semibold text-error-ink' : days < soonDays ? 'font-semibold text-gold-ink' : 'text-ink-muted'

/** Certificates of users that end soon, or ended. */
export function CertificatesCard({ certificates }: Pick<SystemStatus, 'certificates'>) {
  const texts = useStatusTexts()
  const { date } = useFormat()
  return (
    <Card aria-labelledby="certificates-title">
      <CardHeader title={texts.certificates} titleId="certificates-title" />
      {certificates.length === 0 ? (
        <CardBody className="text-small text-ink-muted">{texts.noCertificates}</CardBody>
      ) : (
        <CardList>
          {certificates.map(({ id_user, nombre, not_after }) => {
            const days = daysUntil(not_after)
            return (
              <CardRow key={id_user}>
                <Avatar name={nombre} size="lg" silent />
                <div className="min-w-0 flex-1">
                  <p className="text-body wrap-anywhere">{nombre}</p>
                  <p className="text-small text-ink-muted">{date(not_after)}</p>
                </div>
                <span className={cn('text-small', inkOf(days))}>
                  {days < 0 ? texts.daysAgo(-days) : texts.inDays(days)}
                </span>
              </CardRow>
            )
          })}
        </CardList>
      )}
    </Card>
  )
}

export function VersionCard({ version }: Pick<SystemStatus, 'version'>) {
  const texts = useStatusTexts()
  return (
    <Card className="flex items-center gap-3 px-5 py-3.5 max-sm:px-4">
      <FileTile>
        <PackageCheck className="text-on-soft-success" />
      </FileTile>
      <div className="min-w-0">
        <p className="text-body font-medium figures">Foja {version.foja}</p>
        <p className="text-small text-ink-muted figures">{texts.node(version.node)}</p>
      </div>
    </Card>
  )
}
