import com.jme3.export.binary.BinaryExporter;
import com.jme3.math.Vector3f;
import com.jme3.scene.Node;
import java.io.File;

/** Saves a scene of sixty nodes. */
public final class Jme3Driver {
    public static void main(String[] args) throws Exception {
        Node scene = new Node("scene");
        for (int i = 0; i < 60; i++) {
            Node child = new Node("node " + i);
            child.setLocalTranslation(new Vector3f(i, 1, 2));
            child.setUserData("weight", i);
            scene.attachChild(child);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            BinaryExporter.getInstance().save(scene, new File(args[0], "scene.j3o"));
        }
    }
}
