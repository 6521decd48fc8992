import { CalendarPlus, Ellipsis, Signature } from 'lucide-react'
import { useState } from 'react'
import { AvatarGroup } from '../../ui/avatar-group.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card, cardLink } from '../../ui/card.tsx'
import { FloatingAction, FloatingBar } from '../../ui/floating-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table, type Column } from '../../ui/table.tsx'

type Row = { id: string; title: string; people: string[]; status: 'pendiente' | 'agendado' | 'concluido' }

const rows: Row[] = [
  { id: '1', title: 'Arrendamiento de local comercial', people: ['Íñigo Núñez', 'Rocío Mora'], status: 'agendado' },
  { id: '2', title: 'Liquidación laboral', people: ['Marta Ordóñez'], status: 'concluido' },
  { id: '3', title: 'Contrato de obra civil', people: ['Elena Ríos', 'Paul Cañar'], status: 'pendiente' },
]
const tone = { pendiente: 'warning', agendado: 'info', concluido: 'success' } as const

const status = (row: Row) => (
  <Badge variant={tone[row.status]} dot>
    {row.status[0]?.toUpperCase()}
    {row.status.slice(1)}
  </Badge>
)
const title = (row: Row) => (
  <a href="#fila" className={cardLink}>
    {row.title}
  </a>
)

const columns: Column<Row>[] = [
  { key: 'title', header: 'Expediente', cell: title, sortable: true },
  { key: 'people', header: 'Personas', cell: (row) => <AvatarGroup names={row.people} /> },
  { key: 'status', header: 'Estado', cell: status },
  {
    key: 'menu',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    width: '4rem',
    cell: () => (
      <IconButton label="Más acciones" size="sm">
        <Ellipsis />
      </IconButton>
    ),
  },
]

export function Listing() {
  const [selected, setSelected] = useState<Set<string>>(new Set(['2']))
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  return (
    <>
      <Card bareOnPhone>
        <Table
          caption="Expedientes"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.title}
          selection={{ selected, onChange: setSelected }}
          sort={{ key: 'title', direction: 'desc' }}
          onSort={() => {}}
        />
        <Pagination
          page={page}
          pageSize={size}
          total={138}
          onPageChange={setPage}
          pageSizes={[10, 25, 50]}
          onPageSizeChange={setSize}
        />
      </Card>
      {selected.size > 0 && (
        <FloatingBar text={`${selected.size} seleccionadas`} onClose={() => setSelected(new Set())}>
          <FloatingAction icon={<Signature />}>Firmar</FloatingAction>
          <FloatingAction icon={<CalendarPlus />}>Agendar</FloatingAction>
        </FloatingBar>
      )}
    </>
  )
}
