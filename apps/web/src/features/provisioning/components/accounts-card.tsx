import { mostGroupRoles, providedRoles, type Provisioning } from '@foja/contracts/provisioning'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useMay } from '../../../shared/use-may.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { provisioningQuery, sendProvisioning, type ProvisioningChange } from '../api/provisioning.ts'
import { useProvisioningTexts } from '../texts/provisioning.ts'

type Props = { company: string; provider: string }

/** Whom Foja creates at their first sign-in with the provider, and with which role. */
export function AccountsCard({ company, provider }: Props) {
  const texts = useProvisioningTexts()
  const { number } = useFormat()
  const { data, isLoadingError, error, refetch } = useQuery(provisioningQuery(company))
  const people = data?.people ?? 0
  const note = people === 1 ? texts.people.one : people > 1 ? texts.people.other(number(people)) : undefined
  return (
    <Card aria-labelledby="accounts-title">
      <CardHeader title={texts.title} titleId="accounts-title" note={note} />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonForm fields={3} />
      ) : (
        <Rules key={company} stored={data} provider={provider} />
      )}
    </Card>
  )
}

type Draft = Pick<Provisioning, 'enabled' | 'default_role' | 'group_roles'> & { domains: string }

const draftOf = ({ enabled, default_role, group_roles, domains }: Provisioning): Draft => ({
  enabled,
  default_role,
  group_roles,
  domains: domains.join('\n'),
})

const linesOf = (text: string) => text.split(/[\s,;]+/).filter((line) => line !== '')
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Only the changed fields, so that a gestor sends no domains. */
function changeOf(stored: Provisioning, draft: Draft): ProvisioningChange {
  const change: ProvisioningChange = {}
  const domains = linesOf(draft.domains)
  if (draft.enabled !== stored.enabled) change.enabled = draft.enabled
  if (draft.default_role !== stored.default_role) change.default_role = draft.default_role
  if (!isSame(draft.group_roles, stored.group_roles)) change.group_roles = draft.group_roles
  if (!isSame(domains, stored.domains)) change.domains = domains
  return change
}

function Rules({ stored, provider }: { stored: Provisioning; provider: string }) {
  const texts = useProvisioningTexts()
  const { roles } = useDomainTexts()
  const queries = useQueryClient()
  const namesDomains = useMay('provisioning.domains')
  const [draft, setDraft] = useState(() => draftOf(stored))
  const change = changeOf(stored, draft)
  const form = useFormSend({
    send: () => sendProvisioning({ id_company: stored.id_company, ...change }),
    fields: ['domains', 'group_roles'],
    onDone: (saved) => {
      queries.setQueryData(provisioningQuery(stored.id_company).queryKey, saved)
      setDraft(draftOf(saved))
      toast.success(texts.saved)
    },
  })
  const edit = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const options = providedRoles.map((role) => ({ value: role, label: roles[role] }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = draft.group_roles.some(({ group }) => group.trim() === '')
    const missing = draft.enabled && namesDomains && linesOf(draft.domains).length === 0
    form.submit({
      ...(missing ? { domains: texts.domainsMissing } : {}),
      ...(isEmpty ? { group_roles: texts.groupMissing } : {}),
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <CardBody className="flex flex-col gap-5">
        {form.state.failure !== null && <Alert variant="error" title={form.state.failure} />}
        <Switch
          label={texts.enabled}
          hint={texts.enabledHint(provider)}
          checked={draft.enabled}
          onCheckedChange={(enabled) => edit({ enabled })}
        />
        {namesDomains ? (
          <Field label={texts.domains} hint={texts.domainsHint} error={form.errors.domains}>
            <Textarea
              rows={Math.max(2, stored.domains.length + 1)}
              autoComplete="off"
              spellCheck={false}
              value={draft.domains}
              onChange={(event) => {
                form.mend('domains')
                edit({ domains: event.target.value })
              }}
            />
          </Field>
        ) : (
          <div>
            <p className="font-medium">{texts.domains}</p>
            <p className="text-ink-muted wrap-anywhere">
              {stored.domains.length === 0 ? texts.domainsNone : stored.domains.join(', ')}
            </p>
          </div>
        )}
        <Field label={texts.role} hint={texts.roleHint}>
          <Select
            options={options}
            value={draft.default_role}
            onValueChange={(default_role) => edit({ default_role })}
            className="self-start max-sm:w-full"
          />
        </Field>
        <Groups
          rows={draft.group_roles}
          options={options}
          error={form.errors.group_roles}
          onChange={(group_roles) => {
            form.mend('group_roles')
            edit({ group_roles })
          }}
        />
      </CardBody>
      <CardFooter>
        <Button type="submit" variant="primary" loading={form.state.busy} disabled={Object.keys(change).length === 0}>
          {texts.save}
        </Button>
      </CardFooter>
    </form>
  )
}

type Row = Provisioning['group_roles'][number]
type GroupsProps = {
  rows: readonly Row[]
  options: { value: Row['role']; label: string }[]
  error: string | undefined
  onChange: (rows: Row[]) => void
}

/** The table of groups, in the order in which they count. */
function Groups({ rows, options, error, onChange }: GroupsProps) {
  const texts = useProvisioningTexts()
  const change = (at: number, part: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-medium">{texts.groups}</legend>
      <p className="text-small text-ink-muted">{texts.groupsHint}</p>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity and are edited in place
        <div key={index} className="flex flex-wrap items-center gap-2">
          <Input
            aria-label={texts.group(index + 1)}
            aria-invalid={error !== undefined && row.group.trim() === ''}
            autoComplete="off"
            maxLength={200}
            value={row.group}
            onChange={(event) => change(index, { group: event.target.value })}
            className="min-w-0 flex-1 basis-72"
          />
          <Select
            label={texts.groupRole(index + 1)}
            options={options}
            value={row.role}
            onValueChange={(role) => change(index, { role })}
          />
          <IconButton label={texts.remove(index + 1)} onClick={() => onChange(rows.filter((_, at) => at !== index))}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className="text-small text-error-ink">
          {error}
        </p>
      )}
      <Button
        size="sm"
        icon={<Plus />}
        disabled={rows.length >= mostGroupRoles}
        onClick={() => onChange([...rows, { group: '', role: 'usuario' }])}
        className="self-start"
      >
        {texts.add}
      </Button>
    </fieldset>
  )
}
