/** Whether multicast works here, tried without the product's code. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

/** Group of mDNS. The port is a free one, so that no mDNS program of this machine answers. */
const GROUP = "224.0.0.251";
const WITHIN_MS = 2_000;

/**
 * Sends a packet to the group of mDNS, and returns whether this machine receives it.
 *
 * @param networkAddress Own address in the network to use; absent: the system chooses the network.
 */
export async function hasMulticast(networkAddress?: string): Promise<boolean> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind(0, "0.0.0.0");
    await once(socket, "listening");
    socket.addMembership(GROUP, networkAddress);
    if (networkAddress !== undefined) socket.setMulticastInterface(networkAddress);
    socket.setMulticastLoopback(true);
    const received = once(socket, "message", { signal: AbortSignal.timeout(WITHIN_MS) });
    socket.send("packbench", socket.address().port, GROUP);
    await received;
    return true;
  } catch {
    return false; // The system refuses the membership or the packet, or nothing arrived in time.
  } finally {
    socket.close();
  }
}
