import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import type { ListFilters } from '../api/list-solicitud-main.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  filters: ListFilters
  onApply: (change: Pick<ListFilters, 'desde' | 'hasta'>) => void
}

/** From one day to another; either may be left open. */
export function DatesModal({ open, onOpenChange, filters, onApply }: Props) {
  const { solicitudes, ui } = useTexts()
  const [desde, setDesde] = useState(filters.desde ?? '')
  const [hasta, setHasta] = useState(filters.hasta ?? '')
  const wrong = desde !== '' && hasta !== '' && hasta < desde
  const apply = () => {
    if (wrong) return
    onApply({ desde: desde === '' ? undefined : desde, hasta: hasta === '' ? undefined : hasta })
    onOpenChange(false)
  }
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={solicitudes.dates}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {ui.cancel}
          </Button>
          <Button variant="primary" onClick={apply}>
            {solicitudes.applyDates}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-4 pb-1">
        <Field label={solicitudes.from}>
          <Input type="date" value={desde} onChange={(event) => setDesde(event.target.value)} />
        </Field>
        <Field label={solicitudes.to} error={wrong ? solicitudes.datesWrong : undefined}>
          <Input type="date" value={hasta} onChange={(event) => setHasta(event.target.value)} />
        </Field>
      </div>
    </Modal>
  )
}
