import type { Company } from '@foja/contracts/companies'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCompaniesTexts } from '../texts/companies.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, wordsOf } from '../../../lib/api/call.ts'
import { useBlobUrl } from '../../../lib/files/use-blob-url.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { refreshCompanies } from '../api/companies.ts'
import { logoQuery, removeLogo, uploadLogo } from '../api/company-logo.ts'

/** The same limit as `logoBytes` of the contract. */
const mostBytes = 1024 * 1024

function useLogo(company: Company) {
  const companies = useCompaniesTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const { queryKey } = logoQuery(company.id)
  const renew = async () => {
    await queries.invalidateQueries({ queryKey })
    await refreshCompanies(queries)
  }
  const save = useMutation({
    mutationFn: (file: File) => uploadLogo(company.id, file),
    onSuccess: async () => {
      await renew()
      toast.success(companies.logoSaved)
    },
  })
  const remove = useMutation({
    mutationFn: async () => {
      const image = queries.getQueryData<Blob>(queryKey)
      await removeLogo(company.id)
      return image
    },
    onSuccess: async (image) => {
      // Remove the cached image only after no component shows it: a mounted one would fetch it again.
      await refreshCompanies(queries)
      queries.removeQueries({ queryKey })
      const undo = () => image !== undefined && save.mutate(new File([image], 'logo.png', { type: image.type }))
      toast.success(companies.logoRemoved, image === undefined ? {} : { action: { label: ui.undo, onClick: undo } })
    },
  })
  return { save, remove }
}

/** Shows the saved logo, or a preview of the chosen one. */
export function LogoCard({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const { data } = useQuery({ ...logoQuery(company.id), enabled: company.has_logo })
  const [chosen, setChosen] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const { save, remove } = useLogo(company)
  const choose = useRef<HTMLButtonElement>(null)
  /** The pressed button disappears: move the focus to the remaining one. */
  const [moved, goOn] = useState(false)
  const url = useBlobUrl(chosen ?? (company.has_logo ? data : null))
  const mayChange = company.actions.includes('update')
  const drop = () => {
    setChosen(null)
    goOn(true)
  }
  const take = (file: File | undefined) => {
    if (file === undefined) return
    save.reset()
    remove.reset()
    const fault = !/^image\/(png|jpeg)$/.test(file.type)
      ? companies.logoType
      : file.size > mostBytes
        ? companies.logoLarge
        : null
    setWrong(fault)
    setChosen(fault === null ? file : null)
  }
  const picker = useFilePicker({
    onFiles: ([file]) => take(file),
    accept: 'image/png,image/jpeg',
    label: companies.logoChoose,
  })
  const error = save.error ?? remove.error
  const failure = wrong ?? (!isUnreported(error) ? null : wordsOf(error, domain.tryAgainLater))
  const busy = save.isPending || remove.isPending
  useEffect(() => {
    if (!moved || busy) return
    choose.current?.focus()
    goOn(false)
  }, [moved, busy])
  return (
    <Card aria-labelledby="company-logo">
      <CardHeader title={companies.logo} titleId="company-logo" />
      <CardBody className="flex flex-col gap-3">
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {url !== null && (
            <span className="flex h-24 w-40 shrink-0 items-center justify-center rounded-lg border border-line bg-white p-2">
              <img src={url} alt={companies.logoOf(company.nombre)} className="max-h-full max-w-full object-contain" />
            </span>
          )}
          <div className="min-w-0 flex-1 basis-56 text-ink-muted">
            <p aria-live="polite">
              {chosen !== null ? companies.logoPreview : company.has_logo ? '' : companies.logoNone}
            </p>
            {mayChange && chosen === null && <p className="text-small">{companies.logoText}</p>}
          </div>
        </div>
        {mayChange && (
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            {chosen === null ? (
              <>
                {company.has_logo && (
                  <Button
                    variant="ghost"
                    loading={remove.isPending}
                    disabled={save.isPending}
                    onClick={() => remove.mutate(undefined, { onSuccess: () => goOn(true) })}
                  >
                    {companies.logoRemove}
                  </Button>
                )}
                <Button ref={choose} icon={<ImageUp />} disabled={busy} onClick={picker.open}>
                  {company.has_logo ? companies.logoReplace : companies.logoChoose}
                </Button>
              </>
            ) : (
              <>
                <Button variant="ghost" disabled={busy} onClick={drop}>
                  {ui.cancel}
                </Button>
                <Button disabled={busy} onClick={picker.open}>
                  {companies.logoReplace}
                </Button>
                <Button
                  variant="primary"
                  loading={save.isPending}
                  onClick={() => save.mutate(chosen, { onSuccess: drop })}
                >
                  {companies.logoSave}
                </Button>
              </>
            )}
          </div>
        )}
        {picker.input}
      </CardBody>
    </Card>
  )
}
