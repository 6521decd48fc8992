import type { Retention } from '@foja/contracts/privacy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { retentionQuery, sendRetention } from '../api/privacy.ts'
import { usePrivacyTexts } from '../texts/privacy.ts'

/** How long concluded case files are kept, by kind, and what the rules would move within 15 days. */
export function RulesCard({ company }: { company: string }) {
  const texts = usePrivacyTexts()
  const { data, isLoadingError, error, refetch } = useQuery(retentionQuery(company))
  return (
    <Card aria-labelledby="rules-title">
      <CardHeader title={texts.rulesTitle} titleId="rules-title" />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={2} />
      ) : (
        <Rules key={company} company={company} stored={data} />
      )}
    </Card>
  )
}

const monthsOf = ({ rules }: Retention): Record<string, string> =>
  Object.fromEntries(rules.map(({ tipo, months }) => [tipo, String(months)]))

const isRight = (text: string) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 600)

function Rules({ company, stored }: { company: string; stored: Retention }) {
  const texts = usePrivacyTexts()
  const queries = useQueryClient()
  const [months, setMonths] = useState(() => monthsOf(stored))
  const [told, setTold] = useState<Retention | null>(stored.rules.length > 0 ? stored : null)
  const tipos = [...new Set([...stored.tipos, ...stored.rules.map(({ tipo }) => tipo)])].toSorted()
  const rules = tipos.flatMap((tipo) => {
    const text = months[tipo]?.trim() ?? ''
    return text === '' ? [] : [{ tipo, months: Number(text) }]
  })
  const wrong = Object.values(months).some((text) => !isRight(text.trim()))
  const send = useToastMutation({
    mutationFn: (vista_previa: boolean) => sendRetention({ empresa: company, rules, vista_previa }),
    onSuccess: (next, preview) => {
      setTold(next)
      if (preview) return
      toast.success(texts.saved)
      queries.setQueryData(retentionQuery(company).queryKey, next)
    },
  })
  const isSame = JSON.stringify(rules) === JSON.stringify(stored.rules)
  return (
    <>
      <CardBody className="flex flex-col gap-4">
        <p className="text-ink-muted">{texts.rulesText}</p>
        {tipos.length === 0 && <p>{texts.noTipos}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          {tipos.map((tipo) => (
            <TextField
              key={tipo}
              label={texts.monthsOf(tipo === '' ? texts.noTipo : tipo)}
              hint={(months[tipo] ?? '') === '' ? texts.never : undefined}
              error={isRight(months[tipo]?.trim() ?? '') ? undefined : texts.monthsWrong}
              maxLength={3}
              value={months[tipo] ?? ''}
              onValueChange={(text) => setMonths({ ...months, [tipo]: text })}
            />
          ))}
        </div>
        {told !== null && <Due retention={told} />}
      </CardBody>
      {tipos.length > 0 && (
        <CardFooter>
          <Button disabled={wrong || send.isPending} onClick={() => send.mutate(true)}>
            {texts.preview}
          </Button>
          <Button variant="primary" disabled={wrong || isSame || send.isPending} onClick={() => send.mutate(false)}>
            {texts.save}
          </Button>
        </CardFooter>
      )}
    </>
  )
}

function Due({ retention: { due, cases, held } }: { retention: Retention }) {
  const texts = usePrivacyTexts()
  const { date } = useFormat()
  return (
    <div role="status">
      <p className="font-semibold">{texts.due(due)}</p>
      {cases.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {cases.map(({ id_solicitud_main: id, titulo, due_at }) => (
            <li key={id} className="wrap-anywhere">
              {titulo} <span className="text-small text-ink-muted">{texts.dueAt(date(due_at))}</span>
            </li>
          ))}
        </ul>
      )}
      {held > 0 && <p className="text-small text-ink-muted">{texts.held(held)}</p>}
    </div>
  )
}
