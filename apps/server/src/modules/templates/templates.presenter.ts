import { can } from '@foja/contracts/policies'
import type { Template, TemplateSummary, templateActions } from '@foja/contracts/templates'
import type { Ctx } from '../../context.ts'
import { holderOf, linkTo } from '../documents/public.ts'
import type { StateRow, SummaryRow, TemplateRow } from './templates.queries.ts'

type Action = (typeof templateActions)[number]

/** The actions that the caller, who may read the template, may perform now. */
function actionsOf({ actor }: Ctx, row: SummaryRow): Action[] {
  const manages = can('template.manage', actor, { id_company: row.id_company, created_by: row.created_by })
  if (row.archived_at !== null) return manages ? ['restore'] : []
  return manages ? ['use', 'edit', 'delete'] : ['use']
}

function thumbnailOf(ctx: Ctx, { pdf_path }: SummaryRow): string {
  return linkTo(ctx, 'page_image', {
    content: { kind: 'base', pdf_path },
    page: 1,
    small: true,
    holder: holderOf(ctx.actor),
  })
}

export function presentSummary(ctx: Ctx, row: SummaryRow): TemplateSummary {
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
    thumbnail: thumbnailOf(ctx, row),
    actions: actionsOf(ctx, row),
  }
}

export function presentTemplate(ctx: Ctx, row: TemplateRow, states: StateRow[]): Template {
  return {
    ...presentSummary(ctx, row),
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
