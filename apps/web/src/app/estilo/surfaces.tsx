import {
  CircleDashed,
  CircleX,
  CloudOff,
  FileText,
  FolderPlus,
  Handshake,
  PenLine,
  RefreshCw,
  Signature,
  Upload,
} from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { AvatarGroup } from '../../ui/avatar-group.tsx'
import { Badge, IconText } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader, CardList, CardRow, cardLink } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosure, Facts, Timeline, TimelineItem } from '../../ui/details.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SkeletonForm, SkeletonList } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FileTile } from '../../ui/tile.tsx'
import { toast } from '../../ui/toast-store.ts'
import { VerdictBadge, VerdictIcon } from '../../ui/verdict-badge.tsx'
import { Group, Row } from './parts.tsx'

function Badges() {
  return (
    <>
      <Row>
        <Badge variant="warning" dot>
          Pendiente
        </Badge>
        <Badge variant="info" dot>
          Agendado
        </Badge>
        <Badge variant="success" dot>
          Concluido
        </Badge>
        <Badge variant="primary" icon={<PenLine />}>
          Falta tu firma
        </Badge>
        <Badge variant="error">Error</Badge>
        <Badge>Sin firmas</Badge>
      </Row>
      <Row>
        <VerdictBadge verdict="passed">2 firmas válidas</VerdictBadge>
        <VerdictBadge verdict="indeterminate">1 firma por confirmar</VerdictBadge>
        <VerdictBadge verdict="failed">Modificado tras firmar</VerdictBadge>
        <VerdictBadge verdict="none">Sin firmas</VerdictBadge>
      </Row>
      <Row>
        <IconText icon={<Handshake />} tone="success">
          Acuerdo total
        </IconText>
        <IconText icon={<CircleX />} tone="error">
          Sin acuerdo
        </IconText>
        <IconText icon={<CircleDashed />}>Sin iniciar</IconText>
        <AvatarGroup names={['Íñigo Núñez', 'Rocío Mora', 'Lucía Peña', 'Ana Ruiz', 'Luis Gil']} />
      </Row>
      <Alert variant="success" title="Guardado." />
      <Alert variant="info">Puedes cerrar esta página. Lo subido queda en el borrador.</Alert>
      <Alert variant="warning" title="Tu certificado caduca en 12 días.">
        Renuévalo antes del 2 de diciembre.
      </Alert>
      <Alert
        variant="error"
        title="«Estado de cuenta» cambió después de la firma de Rocío Mora."
        action={<a href="#version">Ver versión 1</a>}
      >
        Pide una copia nueva o firma la versión 1, que sigue intacta.
      </Alert>
    </>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'default' | 'danger' | 'wide' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Row>
        <Button onClick={() => setOpen('default')}>Diálogo</Button>
        <Button onClick={() => setOpen('danger')}>Confirmación</Button>
        <Button onClick={() => setOpen('wide')}>Ancho</Button>
        <Button
          variant="ghost"
          onClick={() => toast.success('Documento en la papelera', { action: { label: 'Deshacer', onClick: close } })}
        >
          Aviso
        </Button>
        <Button variant="ghost" onClick={() => toast.error('No se envió', { description: 'Revisa tu conexión.' })}>
          Aviso de error
        </Button>
      </Row>
      <Modal
        open={open === 'danger'}
        onOpenChange={close}
        variant="danger"
        title="¿Eliminar «Acta de acuerdo total»?"
        description="Tiene 1 firma. Irá a la papelera y podrás recuperarla durante 30 días."
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              Cancelar
            </Button>
            <Button variant="danger" onClick={close}>
              Eliminar
            </Button>
          </>
        }
      />
      <Modal
        open={open === 'default' || open === 'wide'}
        onOpenChange={close}
        variant={open === 'wide' ? 'wide' : 'default'}
        title="Compartir documento"
        description="Quien tenga el enlace podrá verlo sin ingresar."
        footer={
          <Button variant="primary" onClick={close}>
            Crear enlace
          </Button>
        }
      >
        <Facts items={[{ label: 'Documento', value: 'Acta de acuerdo total' }]} />
      </Modal>
    </>
  )
}

function Cards() {
  const [tab, setTab] = useState<'firmar' | 'agendar'>('firmar')
  return (
    <>
      <Card aria-labelledby="docs">
        <CardHeader
          title="Documentos"
          titleId="docs"
          count={5}
          action={
            <Button size="sm" icon={<Upload />}>
              Agregar
            </Button>
          }
        />
        <CardList>
          <CardRow>
            <FileTile>
              <FileText />
            </FileTile>
            <span style={{ flex: 1 }}>Demanda de mediación</span>
            <VerdictBadge verdict="passed">2 firmas válidas</VerdictBadge>
          </CardRow>
          <CardRow selected>
            <FileTile>
              <FileText />
            </FileTile>
            <span style={{ flex: 1 }}>Acta de acuerdo total</span>
            <Badge variant="primary" icon={<PenLine />}>
              Falta tu firma
            </Badge>
          </CardRow>
        </CardList>
        <Dropzone variant="row" title="Arrastra aquí más archivos" onFiles={() => {}} />
      </Card>
      <Card variant="elevated" tone="error">
        <CardBody>
          <Row>
            <VerdictIcon verdict="failed" />
            <strong>Rocío Mora Albán</strong>
          </Row>
          <Disclosure summary="Datos técnicos">
            <Facts
              columns={2}
              items={[
                { label: 'Nivel', value: 'PAdES B-LT' },
                { label: 'SHA-256', value: '0e81b04c7…5d20a0O', code: true },
              ]}
            />
          </Disclosure>
        </CardBody>
        <CardFooter>
          <Button size="sm">Ver qué cambió</Button>
        </CardFooter>
      </Card>
      <Card variant="interactive">
        <CardBody>
          <a href="#interactiva" className={cardLink}>
            Tarjeta interactiva
          </a>
        </CardBody>
      </Card>
      <Card>
        <Tabs
          label="Pendientes"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'firmar', label: 'Por firmar', count: 6 },
            { value: 'agendar', label: 'Por agendar', count: 4 },
          ]}
        >
          <TabPanel value="firmar">
            <CardBody>Seis documentos.</CardBody>
          </TabPanel>
          <TabPanel value="agendar">
            <CardBody>Cuatro solicitudes.</CardBody>
          </TabPanel>
        </Tabs>
      </Card>
    </>
  )
}

function States() {
  return (
    <>
      <Card>
        <Tabs
          label="Tareas"
          value="firmar"
          onValueChange={() => {}}
          figures
          tabs={[
            { value: 'firmar', label: 'Por firmar', count: 6, note: 'Desde hace 3 días' },
            { value: 'vencidas', label: 'Vencidas', count: 2, note: 'Sin concluir', late: true },
          ]}
        />
      </Card>
      <Notice id="sample" variant="warning" title="Tu certificado caduca en 9 días" action={<a href="#n">Renovar</a>}>
        Pide el nuevo con tiempo.
      </Notice>
      <Card>
        <EmptyState
          icon={<FolderPlus />}
          tone="primary"
          title="Aún no hay solicitudes"
          action={
            <>
              <Button variant="primary">Nueva solicitud</Button>
              <Button variant="ghost">Ver un ejemplo</Button>
            </>
          }
        >
          Sube los documentos de un caso y crea el primer expediente en menos de un minuto.
        </EmptyState>
      </Card>
      <Card>
        <EmptyState
          icon={<CloudOff />}
          tone="error"
          title="No pudimos cargar los documentos"
          action={<Button icon={<RefreshCw />}>Reintentar</Button>}
        >
          Se cortó la conexión con el servidor. Tus cambios están guardados en este equipo.
        </EmptyState>
      </Card>
      <Card>
        <SkeletonList rows={3} header />
      </Card>
      <Card>
        <SkeletonForm fields={2} />
      </Card>
      <Progress label="Subida" value={34} before="2 de 5 subidos" after="9,3 de 27,2 MB" />
      <Progress label="Sellando" value={undefined} />
      <Dropzone paste onFiles={(files) => toast.info(files.map((file) => file.name).join(', '))} />
      <Dropzone variant="tall" title="Suelta aquí otro PDF" onFiles={() => {}} />
    </>
  )
}

function Ways() {
  const steps = [
    { id: 'a', title: 'Pendiente', note: 'Creada el 12 nov' },
    { id: 'b', title: 'Agendado', note: 'Lun 30 nov, 9:30 · Sala 2' },
    { id: 'c', title: 'Concluido', note: 'Requiere el acta firmada' },
  ]
  return (
    <>
      <Card>
        <CardBody>
          <Stepper label="Estado" steps={steps} current={1} />
        </CardBody>
      </Card>
      <Row>
        <div style={{ width: 240 }}>
          <Stepper label="Pasos" orientation="vertical" steps={steps} current={1} onSelect={() => {}} />
        </div>
        <div style={{ flex: 1, minWidth: 240 }}>
          <Timeline label="Historial">
            <TimelineItem icon={<Signature />} tone="success" note="hoy, 12:04">
              Íñigo Núñez firmó <strong>Acta de acuerdo total</strong>
            </TimelineItem>
            <TimelineItem icon={<FileText />} note={<span className="code">7KQ2-M9XD-4TNA-P83F</span>}>
              Rocío Mora creó la solicitud <CopyButton text="7KQ2" />
            </TimelineItem>
          </Timeline>
        </div>
      </Row>
    </>
  )
}

export function Surfaces() {
  return (
    <>
      <Group title="Insignias y alertas">
        <Badges />
      </Group>
      <Group title="Tarjetas">
        <Cards />
      </Group>
      <Group title="Estados">
        <States />
      </Group>
      <Group title="Diálogos y avisos">
        <Dialogs />
      </Group>
      <Group title="Pasos e historial" wide>
        <Ways />
      </Group>
    </>
  )
}
