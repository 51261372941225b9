import type { DemoNinja } from '#db/demo/world/ninjas.ts'
import type { World } from '#db/demo/world/world.ts'
import { setAdministrator } from '#domain/members/administrators.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { signIn } from '#domain/members/sign-in.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { demoIssuer } from '#platform/identity/demo/accounts.ts'
import { accountOf } from './accounts.ts'
import { mustSucceed, setClock } from './seed.server.ts'

/** Signs in each ninja for the first time at its time. Idempotent. */
export async function signInMembers(db: Db, world: World, times: readonly Date[]): Promise<Member[]> {
  const members: Member[] = []
  for (const [index, ninja] of world.ninjas.entries()) {
    members.push(await join(db, ninja, times[index] ?? new Date()))
  }
  return members
}

function join(db: Db, ninja: DemoNinja, time: Date): Promise<Member> {
  return db.transaction(async (tx) => {
    await setClock(tx, time)
    const { memberId } = await signIn(tx, { issuer: demoIssuer, ...accountOf(ninja) })
    const member: Member = {
      id: memberId,
      displayName: ninja.name,
      photoUrl: '',
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: ninja.role === 'administrator',
    }
    const { name: displayName, bio, avatarPreset } = ninja
    await mustSucceed(
      saveProfile(tx, member, { displayName, bio: bio ?? '', avatar: { preset: avatarPreset } }),
    )
    if (member.isAdmin) await setAdministrator(tx, member.id, true)
    return member
  })
}
