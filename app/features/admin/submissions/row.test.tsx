import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { GoneRowsContext } from '#app/ui/control-slot.tsx'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { RowActionsContext } from '../list/row-outcome.ts'
import { SubmissionActions } from './row.tsx'

const row = {
  id: 'one',
  title: 'Kite',
  status: 'approved',
  version: 1,
  isUndoable: true,
  judgementVersion: 7,
  challenge: { id: 'c', title: 'Sky' },
} as SubmissionRow

function shown({ gone, action }: { gone: boolean; action?: 'reject' }): string {
  const actions = new Map(action && [[row.id, action]])
  const Page = () => (
    <RowActionsContext value={{ actions, remember() {} }}>
      <GoneRowsContext value={new Set(gone ? [row.id] : [])}>
        <SubmissionActions row={row} />
      </GoneRowsContext>
    </RowActionsContext>
  )
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

it('offers an undo of the listed judgement for a short time', () => {
  const html = shown({ gone: false })
  expect(html).toContain('Undo Kite')
  expect(html).toContain('name="judged" value="7"')
})

it('offers an undo of what was done here to a row that left the list', () => {
  const html = shown({ gone: true, action: 'reject' })
  expect(html).toContain('Undo Kite')
  expect(html).toContain('value="rejected"')
  expect(html).not.toContain('name="judged"')
})

it('offers none for a row that left the list by the action of another', () => {
  const html = shown({ gone: true })
  expect(html).toContain('No longer listed')
  expect(html.slice(html.indexOf('No longer listed'))).not.toContain('Undo Kite')
  expect(html).not.toContain('value="approved"')
})
