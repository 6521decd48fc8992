import { can, type Actor } from '@foja/contracts/policies'
import type { Template, TemplateSummary, templateActions } from '@foja/contracts/templates'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { holderOf, pageUrl } from '../documents/public.ts'
import type { StateRow, SummaryRow, TemplateRow } from './templates.queries.ts'

type Deps = Pick<AppDeps, 'keys' | 'clock'>
type Action = (typeof templateActions)[number]

/** The actions that the actor, who may read the template, may perform now. */
function actionsOf(row: SummaryRow, actor: Actor): Action[] {
  const manages = can('template.manage', actor, { id_company: row.id_company, created_by: row.created_by })
  if (row.archived_at !== null) return manages ? ['restore'] : []
  return manages ? ['use', 'edit', 'delete'] : ['use']
}

function thumbnailOf(deps: Deps, { pdf_path }: SummaryRow, actor: SessionActor): string {
  return pageUrl(deps, { content: { kind: 'base', pdf_path }, page: 1, small: true, holder: holderOf(actor) })
}

export function presentSummary(deps: Deps, row: SummaryRow, actor: SessionActor): TemplateSummary {
  return {
    id: row.id,
    name: row.name,
    id_company: row.id_company,
    paginas: row.paginas,
    field_count: row.field_count,
    version: row.version,
    created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
    updated_by: { id: row.updated_by, nombre: row.editor_nombre, email: row.editor_email },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    uses: row.uses,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    archived: row.archived_at !== null,
    thumbnail: thumbnailOf(deps, row, actor),
    actions: actionsOf(row, actor),
  }
}

export function presentTemplate(deps: Deps, row: TemplateRow, states: StateRow[], actor: SessionActor): Template {
  return {
    ...presentSummary(deps, row, actor),
    pdf_path: row.pdf_path,
    locale: row.locale,
    page_sizes: row.page_sizes.map(({ width, height }) => ({ width, height })),
    fields: row.fields,
    versions: states.map((state) => ({
      version: state.version,
      name: state.name,
      field_count: state.field_count,
      created_by: { id: state.created_by, nombre: state.author_nombre, email: state.author_email },
      created_at: state.created_at.toISOString(),
    })),
  }
}
