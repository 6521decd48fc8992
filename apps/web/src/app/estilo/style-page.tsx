import {
  ArrowLeft,
  CircleHelp,
  FolderOpen,
  House,
  LayoutTemplate,
  Search,
  ShieldCheck,
  Signature,
  Users,
  CalendarPlus,
  Ellipsis,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RenderLink } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, cardLink } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { PublicLayout } from '../shell/public-layout.tsx'
import type { NavSection } from '../shell/shell-types.ts'
import { SignInLayout } from '../shell/sign-in-layout.tsx'
import { Controls } from './controls.tsx'
import { Group, sampleGrid } from './parts.tsx'
import { Surfaces } from './surfaces.tsx'
import { AvatarGroup } from '../../ui/avatar-group.tsx'
import { Badge } from '../../ui/badge.tsx'
import { FloatingAction, FloatingBar } from '../../ui/floating-bar.tsx'
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

function Listing() {
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

const renderLink: RenderLink = ({ to, children, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
)

const nav: NavSection[] = [
  {
    items: [
      { to: '/estilo', label: 'Inicio', icon: <House />, active: true, tab: true },
      {
        to: '?vista=lector',
        label: 'Solicitudes',
        icon: <FolderOpen />,
        count: '138',
        active: false,
        tab: true,
      },
      { to: '?vista=publica', label: 'Plantillas', icon: <LayoutTemplate />, count: '12', active: false },
      { to: '?vista=ingresar', label: 'Mi firma', icon: <Signature />, active: false, tab: true },
      { to: '#verificar', label: 'Verificar', icon: <ShieldCheck />, active: false, tab: true },
    ],
  },
  { label: 'Administración', items: [{ to: '#usuarios', label: 'Usuarios', icon: <Users />, active: false }] },
]

const shell = {
  nav,
  home: '/estilo',
  help: { to: '#ayuda', label: 'Ayuda', icon: <CircleHelp />, active: false },
  company: { name: 'Cóndor Andino', mark: <Avatar name="Cóndor Andino" size="lg" square silent /> },
  user: { name: 'Lucía Peñaherrera', role: 'Gestora' },
  profile: '#perfil',
  onSignOut: () => {},
  renderLink,
}

function Everything() {
  return (
    <AppShell
      {...shell}
      crumbs={[{ label: 'Inicio', to: '/estilo' }, { label: 'Estilo' }]}
      tools={<Input variant="filled" icon={<Search />} aria-label="Buscar" placeholder="Buscar expediente" />}
      phoneTools={
        <IconButton label="Buscar">
          <Search />
        </IconButton>
      }
    >
      <PageHeader
        title="Estilo"
        note="Todas las piezas de la interfaz"
        actions={
          <>
            <Button>Verificar PDF</Button>
            <Button variant="primary">Nueva solicitud</Button>
          </>
        }
      />
      <div style={sampleGrid}>
        <Controls />
        <Surfaces />
        <Group title="Listado" wide>
          <Listing />
        </Group>
      </div>
    </AppShell>
  )
}

function Reader() {
  return (
    <AppShell
      {...shell}
      rail
      hideTabs
      header={
        <>
          <IconButton label="Volver">
            <ArrowLeft />
          </IconButton>
          <strong>Acta de acuerdo total</strong>
        </>
      }
    >
      <div style={{ flex: 1, background: 'var(--muted)' }} />
    </AppShell>
  )
}

function SignIn() {
  return (
    <SignInLayout footer={<a href="#privacidad">Privacidad</a>}>
      <h1 style={{ fontSize: 28, lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.02em' }}>Ingresar</h1>
      <p style={{ color: 'var(--ink-muted)', marginBottom: 24 }}>Solicita, media y firma en un solo expediente.</p>
      <form style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
        <Field label="Correo">
          <Input size="lg" type="email" autoComplete="username" />
        </Field>
        <Field label="Contraseña" aside={<a href="#olvidada">La olvidé</a>}>
          <PasswordInput size="lg" />
        </Field>
        <Checkbox label="Mantener la sesión en este equipo" />
        <Button variant="primary" size="lg" block>
          Ingresar
        </Button>
      </form>
    </SignInLayout>
  )
}

function Public() {
  return (
    <PublicLayout home="/estilo" renderLink={renderLink} title="Verificar un documento" signIn="?vista=ingresar">
      <PageHeader title="No aceptes esta versión" note="Revisamos 3 firmas." />
      <Card>
        <CardBody>Contenido</CardBody>
      </Card>
    </PublicLayout>
  )
}

const views: Record<string, () => ReactNode> = { lector: Reader, ingresar: SignIn, publica: Public }

/**
 * The component gallery with every variant, and layouts at `?vista=lector|ingresar|publica`. Not part of a production
 * build.
 */
export function StylePage() {
  const View = views[new URLSearchParams(window.location.search).get('vista') ?? ''] ?? Everything
  return (
    <>
      <View />
      <Toaster />
    </>
  )
}
