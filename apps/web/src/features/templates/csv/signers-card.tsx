import type { TemplateField } from '@foja/contracts/template-fields'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { dayFault } from '../../../shared/term.ts'
import { TermFields } from '../../../shared/term-fields.tsx'
import { useTermTexts } from '../../../shared/texts/term.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardBody, CardHeader, CardList } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { CsvTable } from '../../../lib/files/csv.ts'
import { roleName } from '../role-name.ts'
import { signerSources, type AskMeans, type Signer } from './signers.ts'
import type { Csv } from './use-csv.ts'

/** Value of «no column»: a select option cannot be empty. */
const none = '\u0000'
const acts = ['firma', 'firma_simple'] as const

/** Whether signatures are asked for, and where the person of each role comes from. */
export function SignersCard({ csv, table, means }: { csv: Csv; table: CsvTable; means: AskMeans }) {
  const texts = useTemplateCsvTexts()
  const term = useTermTexts()
  const fault = dayFault(csv.term.lastDay)
  const simple = csv.roles.some(
    ({ key }) => csv.signers[key]!.source !== 'none' && csv.signers[key]!.rol === 'firma_simple',
  )
  return (
    <Card aria-labelledby="csv-signers">
      <CardHeader title={texts.signers} titleId="csv-signers" />
      <CardBody>
        <Switch place="end" label={texts.asks} checked={csv.asks} onCheckedChange={csv.setAsks} />
        <p className="mt-1 text-small text-ink-muted">{texts.asksNote}</p>
        {csv.asks && (
          <div className="mt-4 flex flex-col gap-4">
            {!means.mailReady && <Alert variant="warning">{texts.mailOff}</Alert>}
            {means.sealMissing !== null && simple && <Alert variant="warning">{texts.sealMissing}</Alert>}
            <div className="max-w-120">
              <TermFields
                {...csv.term}
                error={fault === null ? undefined : term.faults[fault]}
                onChange={csv.setTerm}
              />
            </div>
          </div>
        )}
      </CardBody>
      {csv.asks && (
        <CardList>
          {csv.roles.map((role) => (
            <SignerRow
              key={role.key}
              role={role}
              signer={csv.signers[role.key]!}
              header={table.header}
              onChange={(change) => csv.setSigner(role.key, change)}
            />
          ))}
        </CardList>
      )}
    </Card>
  )
}

type RowProps = {
  role: TemplateField
  signer: Signer
  header: readonly string[]
  onChange: (change: Partial<Signer>) => void
}

function SignerRow({ role, signer, header, onChange }: RowProps) {
  const texts = useTemplateCsvTexts()
  const name = roleName(role)
  const { source, rol } = signer
  const columns = [
    { value: none, label: texts.noColumn },
    ...[...new Set(header)].filter((title) => title !== '').map((title) => ({ value: title, label: title })),
  ]
  return (
    <li className="flex flex-col gap-3 px-5 py-3 max-sm:px-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 font-medium max-md:basis-full">{name}</p>
        <Select
          className="w-58 max-md:w-full"
          label={texts.sourceOf(name)}
          options={signerSources.map((value) => ({ value, label: texts.sources[value] }))}
          value={source}
          // A column is no name, and a name no column.
          onValueChange={(next) => onChange({ source: next, nombre: '', email: '' })}
        />
      </div>
      {source !== 'none' && (
        <div className="grid gap-3 md:grid-cols-3">
          {(['nombre', 'email'] as const).map((part) => (
            <Field key={part} label={texts.signer[part]} required>
              {source === 'same' ? (
                <Input
                  autoComplete="off"
                  maxLength={part === 'nombre' ? 120 : 254}
                  value={signer[part]}
                  onChange={(event) => onChange({ [part]: event.target.value })}
                />
              ) : (
                <Select
                  options={columns}
                  value={header.includes(signer[part]) && signer[part] !== '' ? signer[part] : none}
                  onValueChange={(title) => onChange({ [part]: title === none ? '' : title })}
                />
              )}
            </Field>
          ))}
          <Field label={texts.signer.rol}>
            <Select
              options={acts.map((value) => ({ value, label: texts.acts[value] }))}
              value={rol}
              onValueChange={(next) => onChange({ rol: next })}
            />
          </Field>
        </div>
      )}
    </li>
  )
}
