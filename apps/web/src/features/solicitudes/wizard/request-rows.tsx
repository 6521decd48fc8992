import { ArrowDown, ArrowUp, FileWarning, FolderInput, FolderPlus, Paperclip, RotateCcw, X } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useWizardTexts } from '../texts/wizard.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardRow } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { UnlockFile } from '../../../shared/unlock-file.tsx'
import { DocumentTile } from '../components/document-tile.tsx'
import { moveFile, moveRequest, moveTo, mostInRequest, mostRequests, roomFor } from './arrange.ts'
import { accept, isImage } from './check-file.ts'
import { requestTitle, type DraftFile, type DraftRequest } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/** The requests with their main file and attachments. */
export function RequestRows(props: Wizard) {
  return (
    <ol className="-mx-5 -mb-5 divide-y divide-line border-t border-line max-sm:-mx-4 max-sm:-mb-4">
      {props.draft.requests.map((request, at) => (
        <RequestRow key={request.id_solicitud} {...props} request={request} at={at} />
      ))}
    </ol>
  )
}

type RequestProps = Wizard & { request: DraftRequest; at: number }

function RequestRow(props: RequestProps) {
  const { request, at, draft, errors, setRequests, addFiles } = props
  const wizard = useWizardTexts()
  const id = request.id_solicitud
  const picker = useFilePicker({ onFiles: (files) => addFiles(files, id), accept, multiple: true })
  const several = draft.requests.length > 1
  const set = (change: Partial<DraftRequest>) =>
    setRequests(draft.requests.map((one) => (one.id_solicitud === id ? { ...one, ...change } : one)))
  return (
    <li className="py-4">
      <div className="mb-2 flex flex-wrap gap-x-3 gap-y-2 px-5 max-sm:px-4">
        {several && (
          <Field
            label={`${wizard.request(at + 1)} · ${wizard.requestTitle}`}
            className="min-w-48 flex-1 max-sm:basis-full"
            error={errors.titulos?.[id]}
          >
            <Input
              maxLength={200}
              placeholder={requestTitle(draft, { ...request, titulo: '' })}
              value={request.titulo}
              onChange={(event) => set({ titulo: event.target.value })}
            />
          </Field>
        )}
        <Field label={wizard.type} optional className="w-40 max-sm:flex-1">
          <Select
            placeholder={wizard.typePlaceholder}
            value={request.tipo}
            onValueChange={(tipo) => set({ tipo })}
            options={wizard.types.map((type) => ({ value: type, label: type }))}
          />
        </Field>
        {several && (
          <span className="flex self-end">
            <IconButton
              label={wizard.requestUp(at + 1)}
              disabled={at === 0}
              onClick={() => setRequests(moveRequest(draft.requests, id, -1))}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={wizard.requestDown(at + 1)}
              disabled={at === draft.requests.length - 1}
              onClick={() => setRequests(moveRequest(draft.requests, id, 1))}
            >
              <ArrowDown />
            </IconButton>
          </span>
        )}
      </div>
      <ul>
        {request.files.map((file, place) => (
          <FileRow key={file.id} {...props} file={file} place={place} />
        ))}
      </ul>
      {several && (
        <div className="px-5 pt-1 max-sm:px-4">
          {picker.input}
          <Button
            size="sm"
            variant="ghost"
            icon={<Paperclip />}
            aria-label={wizard.attachTo(at + 1)}
            disabled={roomFor(draft.requests, { separate: true, into: id }) === 0}
            onClick={picker.open}
          >
            {wizard.attach}
          </Button>
        </div>
      )}
    </li>
  )
}

type FileProps = RequestProps & { file: DraftFile; place: number }

function FileRow(props: FileProps) {
  const { file, place, request, draft, faultOf, fileOf, isLocked, removeFile, replaceFile, ready } = props
  const wizard = useWizardTexts()
  const { bytes } = useFormat()
  const picker = useFilePicker({ onFiles: ([next]) => next !== undefined && replaceFile(file.id, next), accept })
  const fault = ready ? faultOf(file.id) : null
  const locked = isLocked(file.id) ? fileOf(file.id) : undefined
  return (
    <CardRow className={fault === null ? '' : 'flex-wrap'}>
      {fault === null ? (
        <DocumentTile image={isImage(file.name)} />
      ) : (
        <IconTile tone="error">
          <FileWarning />
        </IconTile>
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        {fault === null ? (
          <p className="flex items-center gap-2 text-small text-ink-muted">
            {bytes(file.size)}
            {draft.requests.length > 1 && request.files.length > 1 && (
              <Badge size="sm" variant={place === 0 ? 'primary' : 'neutral'}>
                {place === 0 ? wizard.main : wizard.attachment}
              </Badge>
            )}
          </p>
        ) : (
          <p role="alert" className="text-small text-error-ink">
            {fault}
          </p>
        )}
        {locked !== undefined && <UnlockFile file={locked} onUnlocked={(copy) => replaceFile(file.id, copy)} />}
      </div>
      <div className="flex items-center gap-1">
        {fault !== null && locked === undefined && (
          <Button icon={<RotateCcw />} onClick={picker.open}>
            {wizard.chooseAgain}
          </Button>
        )}
        {picker.input}
        <FileMenu {...props} />
        <IconButton label={wizard.removeFile(file.name)} onClick={() => removeFile(file.id)}>
          <X />
        </IconButton>
      </div>
    </CardRow>
  )
}

/** Moves a file to another request; renders nothing if there is no other place. */
function FileMenu({ file, place, request, draft, setRequests }: FileProps) {
  const wizard = useWizardTexts()
  const { requests } = draft
  const alone = request.files.length === 1
  const others = requests.filter((one) => one.id_solicitud !== request.id_solicitud && one.files.length < mostInRequest)
  if (alone && others.length === 0) return null
  return (
    <ActionsMenu label={wizard.fileActions(file.name)}>
      {!alone && (
        <>
          <MenuItem
            icon={<ArrowUp />}
            label={wizard.fileUp}
            disabled={place === 0}
            onSelect={() => setRequests(moveFile(requests, file.id, -1))}
          />
          <MenuItem
            icon={<ArrowDown />}
            label={wizard.fileDown}
            disabled={place === request.files.length - 1}
            onSelect={() => setRequests(moveFile(requests, file.id, 1))}
          />
          <MenuSeparator />
          <MenuItem
            icon={<FolderPlus />}
            label={wizard.fileNew}
            disabled={requests.length >= mostRequests}
            onSelect={() => setRequests(moveTo(requests, file.id, null))}
          />
        </>
      )}
      {others.map((one) => (
        <MenuItem
          key={one.id_solicitud}
          icon={<FolderInput />}
          label={wizard.fileTo(requestTitle(draft, one))}
          onSelect={() => setRequests(moveTo(requests, file.id, one.id_solicitud))}
        />
      ))}
    </ActionsMenu>
  )
}
