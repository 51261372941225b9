import { LostConnection } from './lost-connection.tsx'
import { TabBar } from './navigation/tab-bar.tsx'

/** What the pages of members have besides the frame of all. */
export function MemberFrame() {
  return (
    <>
      <TabBar />
      <LostConnection />
    </>
  )
}
