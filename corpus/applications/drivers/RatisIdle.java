//DEPS org.apache.ratis:ratis-server:3.1.2 org.apache.ratis:ratis-grpc:3.1.2 org.apache.ratis:ratis-metrics-default:3.1.2 org.slf4j:slf4j-nop:2.0.16
//KIND idle
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.statemachine.impl.BaseStateMachine;

/** Three Apache Ratis servers of one group, without clients: the leader's heartbeats are all that happens. */
final class RatisIdle {
    public static void main(String[] args) throws Exception {
        List<RaftPeer> peers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            peers.add(RaftPeer.newBuilder().setId("n" + i).setAddress("127.0.0.1:" + Bench.freePort()).build());
        }
        RaftGroup group = RaftGroup.valueOf(RaftGroupId.randomId(), peers);
        for (RaftPeer peer : peers) {
            RaftProperties properties = new RaftProperties();
            RaftServerConfigKeys.setStorageDir(properties, List.of(Bench.work().resolve(peer.getId().toString()).toFile()));
            GrpcConfigKeys.Server.setPort(properties, Integer.parseInt(peer.getAddress().replaceAll(".*:", "")));
            RaftServer.newBuilder().setServerId(peer.getId()).setGroup(group).setProperties(properties)
                    .setStateMachine(new BaseStateMachine()).build().start();
        }
        Bench.loop(1, () -> Thread.sleep(1000));
    }
}
