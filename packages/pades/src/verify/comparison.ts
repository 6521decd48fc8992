import type { PdfFile } from '../pdf/file.ts'
import type { Baseline } from './baseline.ts'
import type { Budget } from './budget.ts'
import type { Permissions } from '../pdf/permissions.ts'
import type { Modification } from './report.ts'

/** One later state held against the signed one. */
export type Comparison = {
  baseline: Baseline
  before: PdfFile
  after: PdfFile
  permissions: Permissions
  budget: Budget
  /** Widgets of new signature fields: the only annotations that may appear. */
  newWidgets: Set<number>
  modifications: Modification[]
  additions: Modification[]
}
