import type { Template } from '@foja/contracts/templates'
import { Eye, RotateCcw } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useRestoreVersion } from '../use-restore-version.ts'

type Props = {
  template: Template
  /** The version on the screen, or null. */
  shown: number | null
  onSee: (version: number) => void
  onRestored: (template: Template) => void
}

/** All versions of a template, newest first, to view or restore. */
export function VersionsList({ template, shown, onSee, onRestored }: Props) {
  const templates = useTemplatesTexts()
  const { relative, plural, dateTime } = useFormat()
  const restore = useRestoreVersion(template, onRestored)
  const newest = template.versions[0]?.version ?? template.version
  return (
    <ul className="flex flex-col divide-y divide-line">
      {template.versions.map(({ version, field_count: count, created_by: by, created_at: at }) => (
        <li key={version} className="flex items-start gap-3 py-3 first:pt-0">
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 font-medium">
              {templates.version(version)}
              {version === newest && (
                <Badge size="sm" variant="primary">
                  {templates.current}
                </Badge>
              )}
              {version === shown && <span className="text-small font-normal text-ink-muted">{templates.seeing}</span>}
            </p>
            <p className="text-small text-ink-muted" title={dateTime(at)}>
              {templates.versionFacts(plural(count, templates.fields), by.nombre, relative(at))}
            </p>
          </div>
          {version !== shown && (
            <IconButton label={templates.seeVersion(version)} onClick={() => onSee(version)}>
              <Eye />
            </IconButton>
          )}
          {version !== newest && template.actions.includes('edit') && (
            <IconButton
              label={templates.restoreVersion(version)}
              loading={restore.isPending && restore.variables === version}
              onClick={() => restore.mutate(version)}
            >
              <RotateCcw />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
