import type { Company } from '@foja/contracts/companies'
import { mostEmbedOrigins, readEmbedOrigin } from '@foja/contracts/embed-origin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { companiesQuery } from '../../../shared/companies.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { base } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { textLink } from '../../../ui/link.ts'
import { toast } from '../../../ui/toast-store.ts'
import { refreshCompanies, updateCompany } from '../api/companies.ts'
import { useEmbeddingTexts } from '../texts/embedding.ts'

/** The sites that may show the pages of a company's recipients in a frame. */
export function EmbedCard({ company: id }: { company: string }) {
  const texts = useEmbeddingTexts()
  const { data } = useQuery(companiesQuery)
  const [editing, setEditing] = useState(false)
  const company = data?.find((one) => one.id === id)
  if (company === undefined) return null
  const { embed_origins: sites } = company
  const isEmpty = sites.length === 0
  return (
    <Card aria-labelledby="embed-title">
      <CardHeader
        title={texts.title}
        titleId="embed-title"
        count={isEmpty ? undefined : sites.length}
        action={
          <Button size="sm" icon={isEmpty ? <Plus /> : <Pencil />} onClick={() => setEditing(true)}>
            {isEmpty ? texts.add : texts.edit}
          </Button>
        }
      />
      <CardBody className="text-ink-muted">
        {isEmpty ? texts.empty : texts.text}{' '}
        <a href={`${base}/api/docs#embedding`} className={textLink}>
          {texts.how}
        </a>
      </CardBody>
      {!isEmpty && (
        <CardList aria-label={texts.list}>
          {sites.map((site) => (
            <CardRow key={site}>
              <span className="code min-w-0 truncate">{site}</span>
            </CardRow>
          ))}
        </CardList>
      )}
      {editing && <SitesModal company={company} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function SitesModal({ company, onClose }: { company: Company; onClose: () => void }) {
  const texts = useEmbeddingTexts()
  const queries = useQueryClient()
  const [text, setText] = useState(company.embed_origins.join('\n'))
  const sites = text.split(/\s+/).filter(Boolean)
  const wrong = sites.find((site) => readEmbedOrigin(site) === null)
  const form = useFormSend({
    send: () => updateCompany(company.id, { embed_origins: sites }),
    fields: ['embed_origins'],
    byCode: { embed_origin_wrong: 'embed_origins' },
    onDone: async () => {
      await refreshCompanies(queries)
      toast.success(texts.saved)
      onClose()
    },
  })
  const fault =
    wrong !== undefined
      ? texts.wrong(wrong)
      : sites.length > mostEmbedOrigins
        ? texts.tooMany(mostEmbedOrigins)
        : undefined
  return (
    <FormModal
      title={texts.dialogTitle}
      description={texts.dialogText}
      submit={texts.save}
      {...form.state}
      onSubmit={() => form.submit(fault === undefined ? {} : { embed_origins: fault })}
      onClose={onClose}
    >
      <Field label={texts.sites} hint={texts.sitesHint} error={form.errors.embed_origins}>
        <Textarea
          rows={4}
          spellCheck={false}
          className="code"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            form.mend('embed_origins')
          }}
        />
      </Field>
    </FormModal>
  )
}
